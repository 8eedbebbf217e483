#ifndef FRAMEGATE_ENGINES_H
#define FRAMEGATE_ENGINES_H

/// The engine that is calling the thread's code, or null. In C, because Swift has no fast
/// thread-local variables.
extern _Thread_local void *_Nullable framegate_running_engine_storage;

/// What the thread remembers about its engines, or null before it has one.
extern _Thread_local void *_Nullable framegate_engine_memory_storage;

/// Reads ``framegate_running_engine_storage``: one load, wherever it is inlined.
static inline void *_Nullable framegate_running_engine(void) {
  return framegate_running_engine_storage;
}

/// Sets ``framegate_running_engine_storage`` for the calling thread.
void framegate_set_running_engine(void *_Nullable engine);

/// Reads ``framegate_engine_memory_storage``.
static inline void *_Nullable framegate_engine_memory(void) {
  return framegate_engine_memory_storage;
}

/// Sets ``framegate_engine_memory_storage`` for the calling thread.
void framegate_set_engine_memory(void *_Nullable memory);

/// Prefetches what a layout reads of a view: the lines at its start, and those with the fields of a
/// subclass. Safe for any address.
static inline void framegate_prefetch_view(const void *_Nonnull view) {
  const char *bytes = (const char *)view;
  __builtin_prefetch(bytes);
  __builtin_prefetch(bytes + 64);
  __builtin_prefetch(bytes + 128);
  __builtin_prefetch(bytes + 400);
  __builtin_prefetch(bytes + 464);
  __builtin_prefetch(bytes + 528);
}

#endif
