/// The counting library in C: counts what a process requests from glibc's allocator and, when it is
/// told to, records who requested it.
///
/// Compiled on this machine, because a library in the package would be linked into every build.
/// Only Linux with glibc has the functions that it needs.
enum CountingSource {
  static let text = #"""
    #define _GNU_SOURCE
    #include <errno.h>
    #include <pthread.h>
    #include <stdint.h>
    #include <stdlib.h>

    // glibc's own functions, which replace nothing.
    extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
    extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

    typedef struct { uint64_t bytes, count; } requests;
    enum { most_calls = 64, most_callers = 1 << 14 };
    typedef struct { requests sum; uint64_t hash; int length; uintptr_t calls[most_calls]; } callers;

    static requests all;
    static callers known[most_callers];
    static size_t known_count;
    static uint32_t places[4 * most_callers];
    static int is_remembering;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    // Of the thread; without a model, the first use would allocate.
    #define own static __thread __attribute__((tls_model("initial-exec")))
    own uintptr_t stack_end;
    own int is_inside;

    // jemalloc's size classes, four per doubling, so that both count the same bytes.
    static size_t size_class(size_t size) {
      if (size <= 8) return 8;
      if (size <= 128) return (size + 15) & ~(size_t)15;
      // More than glibc gives.
      if (size > SIZE_MAX / 4) return SIZE_MAX / 2;
      size_t step = (size_t)1 << (61 - __builtin_clzl(size - 1));
      return (size + step - 1) & ~(step - 1);
    }

    static uintptr_t end_of_stack(void) {
      pthread_attr_t attributes;
      void *start = NULL;
      size_t size = 0;
      if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
      pthread_attr_getstack(&attributes, &start, &size);
      pthread_attr_destroy(&attributes);
      return (uintptr_t)start + size;
    }

    // Follows frame pointers: a hundred times as fast as unwinding, and Swift keeps them.
    static int find_calls(uintptr_t *calls, uint64_t *hash) {
      int length = 0;
      uintptr_t *frame = __builtin_frame_address(0);
      while (length < most_calls && frame[1] != 0) {
        // The call is before the address to which it returns.
        calls[length] = frame[1] - 1;
        *hash = (*hash ^ calls[length++]) * 1099511628211u;
        // Swift marks the frames of asynchronous functions with a bit that no address has.
        uintptr_t next = frame[0] & ~((uintptr_t)1 << 60);
        if (next <= (uintptr_t)frame || next + 16 > stack_end || next % sizeof next != 0) break;
        frame = (uintptr_t *)next;
      }
      return length;
    }

    static __attribute__((noinline)) void remember(size_t bytes) {
      is_inside = 1;
      if (!stack_end) stack_end = end_of_stack();
      uintptr_t calls[most_calls];
      uint64_t hash = 14695981039346656037u;
      int length = find_calls(calls, &hash);
      pthread_mutex_lock(&lock);
      size_t place = hash % (4 * most_callers);
      while (places[place] && known[places[place] - 1].hash != hash)
        place = (place + 1) % (4 * most_callers);
      if (!places[place]) {
        // The last entry takes what there is no more room for.
        if (known_count < most_callers - 1) {
          callers *added = &known[known_count++];
          places[place] = known_count;
          added->hash = hash;
          added->length = length;
          for (int call = 0; call < length; call++) added->calls[call] = calls[call];
        }
      }
      callers *found = &known[places[place] ? places[place] - 1 : most_callers - 1];
      found->sum.count++;
      found->sum.bytes += bytes;
      pthread_mutex_unlock(&lock);
      is_inside = 0;
    }

    // A block's last bytes, which are requested in addition, keep its size class: Swift asks how
    // much of a block it can use, and arrays grow by the answer. So it is jemalloc's.
    enum { tag = sizeof(size_t) };
    static size_t *tag_of(void *memory) {
      const size_t size = ((size_t *)memory)[-1];
      return (size_t *)((char *)memory + (size & ~(size_t)7) - (size & 2 ? 16 : 8) - tag);
    }
    size_t malloc_usable_size(void *memory) { return memory ? *tag_of(memory) : 0; }

    static inline __attribute__((always_inline)) void *counted(void *memory, size_t bytes) {
      if (!memory) return memory;
      *tag_of(memory) = bytes;
      if (is_inside) return memory;
      __atomic_fetch_add(&all.count, 1, __ATOMIC_RELAXED);
      __atomic_fetch_add(&all.bytes, bytes, __ATOMIC_RELAXED);
      if (__atomic_load_n(&is_remembering, __ATOMIC_RELAXED)) remember(bytes);
      return memory;
    }

    void *malloc(size_t size) {
      const size_t bytes = size_class(size);
      return counted(__libc_malloc(bytes + tag), bytes);
    }
    void *calloc(size_t count, size_t size) {
      size_t product;
      if (__builtin_mul_overflow(count, size, &product)) product = SIZE_MAX;
      const size_t bytes = size_class(product);
      return counted(__libc_calloc(1, bytes + tag), bytes);
    }
    void *realloc(void *old, size_t size) {
      if (old && size == 0) {
        free(old);
        return NULL;
      }
      const size_t bytes = size_class(size);
      // jemalloc leaves a block of the same class where it is.
      if (old && *tag_of(old) == bytes) return old;
      return counted(__libc_realloc(old, bytes + tag), bytes);
    }
    // What jemalloc takes for an aligned block: up to a page, whole multiples of the alignment; for
    // larger alignments and blocks, one of its large classes, which begin at four pages.
    enum { page = 4096, least_large = 4 * page };
    static size_t aligned_class(size_t alignment, size_t size) {
      if (size < least_large && alignment <= page) {
        const size_t rest = alignment && size ? size % alignment : 0;
        const size_t whole = size == 0 ? alignment : rest ? size + alignment - rest : size;
        const size_t bytes = size_class(whole);
        if (bytes < least_large) return bytes;
      }
      return size <= least_large ? least_large : size_class(size);
    }
    void *memalign(size_t alignment, size_t size) {
      const size_t bytes = aligned_class(alignment, size);
      return counted(__libc_memalign(alignment, bytes + tag), bytes);
    }
    void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
    void *valloc(size_t size) { return memalign(4096, size); }
    void *pvalloc(size_t size) { return memalign(4096, (size + 4095) & ~(size_t)4095); }
    int posix_memalign(void **memory, size_t alignment, size_t size) {
      if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
      void *found = memalign(alignment, size);
      if (!found) return ENOMEM;
      *memory = found;
      return 0;
    }

    void framegate_counting_read(requests *total) {
      total->bytes = __atomic_load_n(&all.bytes, __ATOMIC_RELAXED);
      total->count = __atomic_load_n(&all.count, __ATOMIC_RELAXED);
    }
    void framegate_counting_remember(int starts) {
      __atomic_store_n(&is_remembering, starts, __ATOMIC_RELAXED);
    }
    int framegate_counting_callers(size_t index, requests *sum, const uintptr_t **calls) {
      if (index > known_count) return 0;
      const callers *found = &known[index < known_count ? index : most_callers - 1];
      *sum = found->sum;
      *calls = found->calls;
      // Those for which there was no room have no calls.
      return found->sum.count == 0 ? 0 : found->length == 0 ? -1 : found->length;
    }

    """#
}
