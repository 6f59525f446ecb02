// Marks what one of our libraries offers to another; everything else is hidden. The version scripts in
// cmake/exports name the same symbols once more, so that nothing of a third party slips out.
#pragma once

#define ACLNN_CPU_API __attribute__((visibility("default")))
