#include "Engines.h"

#include <stddef.h>

_Thread_local void *framegate_running_engine_storage = NULL;
_Thread_local void *framegate_engine_memory_storage = NULL;

void framegate_set_running_engine(void *engine) { framegate_running_engine_storage = engine; }

void framegate_set_engine_memory(void *memory) { framegate_engine_memory_storage = memory; }
