#pragma once

// Changes whenever the layout of a type that crosses a library border changes (opdev, gert, register, base::Status, ...).
#define ACLNN_CPU_ABI_TAG "aclnn-cpu-1"
