#ifndef ACLNN_CPU_ABI_H
#define ACLNN_CPU_ABI_H

// Changes whenever the layout of a type that crosses a library border changes (opdev, gert, register,
// base::Status, ...). A library built with headers of another tag is refused when it registers its operators.
#define ACLNN_CPU_ABI_TAG "aclnn-cpu-2"

// One address per executable or shared library: what operator registrations are keyed by. It is the address
// of __dso_handle, under a name of our own, because compilers declare that one themselves.
extern "C" {
extern const char aclnn_cpu_this_library __asm__("__dso_handle") __attribute__((visibility("hidden")));
}
#define ACLNN_CPU_THIS_LIBRARY (static_cast<const void*>(&aclnn_cpu_this_library))

#endif
