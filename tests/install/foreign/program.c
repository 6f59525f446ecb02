#include <stdio.h>

#include "acl/acl.h"

int main(void) {
    if (aclInit(NULL) != 0 || aclrtSetDevice(0) != 0) {
        fprintf(stderr, "%s\n", aclGetRecentErrMsg());
        return 1;
    }
    printf("device 0 is %s\n", aclrtGetSocName());
    return aclFinalize();
}
