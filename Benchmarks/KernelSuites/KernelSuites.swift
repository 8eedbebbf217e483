// KernelSuites
