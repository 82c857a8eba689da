/* Preloaded into a program, it lets one call of it fail, or ends the program there: the N-th of those it counts.
 *
 *   MVLINK_FAULT=<calls>:<n>:<what>     calls: alloc, write, sync, rename, thread, open, or "files" (all that touch files)
 *                                       what:  an errno by number, or "kill" (as kill -9: nothing is cleaned up)
 *   MVLINK_FAULT_COUNT=<file>           writes how many calls of each kind there were; n = 0 lets none fail
 *
 * Counting begins with the first call of sigaction(SIGTERM), which the command makes when it starts, or where a program
 * calls mvlink_fault_begin(): what the loader and the C library do before is not ours.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALLOC, WRITE, SYNC, RENAME, THREAD, OPEN, FILES, KINDS };
static const char* const kNames[KINDS] = {"alloc", "write", "sync", "rename", "thread", "open", "files"};

static atomic_long counts[KINDS];
static atomic_int begun;
static int chosen = -1;
static long chosen_number;
static int chosen_error; /* 0: kill */
static const char* count_file;

static void* (*real_malloc)(size_t);
static void* (*real_calloc)(size_t, size_t);
static void* (*real_realloc)(void*, size_t);
static int (*real_memalign)(void**, size_t, size_t);
static void* (*real_aligned)(size_t, size_t);
static ssize_t (*real_write)(int, const void*, size_t);
static int (*real_fsync)(int);
static int (*real_rename)(const char*, const char*);
static int (*real_thread)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
static int (*real_open)(const char*, int, ...);
static int (*real_unlink)(const char*);
static int (*real_link)(const char*, const char*);
static int (*real_mkdir)(const char*, mode_t);
static int (*real_rmdir)(const char*);
static int (*real_ftruncate)(int, off_t);
static int (*real_flock)(int, int);
static int (*real_close)(int);
static int (*real_fchmod)(int, mode_t);
static int (*real_sigaction)(int, const struct sigaction*, struct sigaction*);

/* dlsym allocates before malloc is known. */
static char early[65536];
static size_t early_used;
static int is_early(const void* p) { return (const char*)p >= early && (const char*)p < early + sizeof early; }
static void* early_malloc(size_t size) {
    size_t place = (early_used + 15) & ~(size_t)15;
    if (place + size > sizeof early) _exit(99);
    early_used = place + size;
    return early + place;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Whether this call of that kind is the one that fails; then errno is set. */
static int fails(int kind) {
    if (!atomic_load(&begun)) return 0;
    long number = atomic_fetch_add(&counts[kind], 1) + 1;
    int hit = kind == chosen && number == chosen_number;
    if (kind != ALLOC && kind != THREAD) {
        long file_number = atomic_fetch_add(&counts[FILES], 1) + 1;
        hit = hit || (chosen == FILES && file_number == chosen_number);
    }
    if (!hit) return 0;
    if (chosen_error == 0) die();
    errno = chosen_error;
    return 1;
}

#define FIND(pointer, name) *(void**)(&pointer) = dlsym(RTLD_NEXT, name)

/* Other libraries allocate before our constructor runs. */
static void find_all(void) {
    static int finding;
    if (finding) return;
    finding = 1;
    FIND(real_malloc, "malloc");
    FIND(real_calloc, "calloc");
    FIND(real_realloc, "realloc");
    FIND(real_memalign, "posix_memalign");
    FIND(real_aligned, "aligned_alloc");
    FIND(real_write, "write");
    FIND(real_fsync, "fsync");
    FIND(real_rename, "rename");
    FIND(real_thread, "pthread_create");
    FIND(real_open, "open");
    FIND(real_unlink, "unlink");
    FIND(real_link, "link");
    FIND(real_mkdir, "mkdir");
    FIND(real_rmdir, "rmdir");
    FIND(real_ftruncate, "ftruncate");
    FIND(real_flock, "flock");
    FIND(real_close, "close");
    FIND(real_fchmod, "fchmod");
    FIND(real_sigaction, "sigaction");
}

__attribute__((constructor)) static void prepare(void) {
    find_all();
    count_file = getenv("MVLINK_FAULT_COUNT");
    const char* fault = getenv("MVLINK_FAULT");
    char kind[16], what[16];
    if (fault == NULL || sscanf(fault, "%15[^:]:%ld:%15s", kind, &chosen_number, what) != 3) return;
    for (int i = 0; i < KINDS; ++i)
        if (strcmp(kind, kNames[i]) == 0) chosen = i;
    chosen_error = strcmp(what, "kill") == 0 ? 0 : atoi(what);
}

__attribute__((destructor)) static void report(void) {
    atomic_store(&begun, 0);
    if (count_file == NULL) return;
    int out = real_open(count_file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    for (int i = 0; out >= 0 && i < KINDS; ++i) {
        char line[64];
        int length = snprintf(line, sizeof line, "%s %ld\n", kNames[i], atomic_load(&counts[i]));
        if (real_write(out, line, (size_t)length) < 0) break;
    }
}

/* For programs that are more than the part to be tried, such as an interpreter. */
void mvlink_fault_begin(const char* kind, long number, int error) {
    for (int i = 0; i < KINDS; ++i) {
        atomic_store(&counts[i], 0);
        if (strcmp(kind, kNames[i]) == 0) chosen = i;
    }
    chosen_number = number;
    chosen_error = error;
    atomic_store(&begun, 1);
}
long mvlink_fault_end(const char* kind) {
    atomic_store(&begun, 0);
    for (int i = 0; i < KINDS; ++i)
        if (strcmp(kind, kNames[i]) == 0) return atomic_load(&counts[i]);
    return -1;
}

int sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
    if (real_sigaction == NULL) find_all();
    if (signal == SIGTERM && action != NULL && getenv("MVLINK_FAULT_LATER") == NULL) atomic_store(&begun, 1);
    return real_sigaction(signal, action, before);
}

void* malloc(size_t size) {
    if (real_malloc == NULL) find_all();
    if (real_malloc == NULL) return early_malloc(size);
    return fails(ALLOC) ? NULL : real_malloc(size);
}
void* calloc(size_t count, size_t size) {
    if (real_calloc == NULL) find_all();
    if (real_calloc == NULL) return memset(early_malloc(count * size), 0, count * size);
    return fails(ALLOC) ? NULL : real_calloc(count, size);
}
void* realloc(void* old, size_t size) {
    if (real_realloc == NULL || is_early(old)) {
        void* fresh = real_malloc == NULL ? early_malloc(size) : real_malloc(size);
        if (old != NULL && fresh != NULL) {
            size_t have = is_early(old) ? (size_t)(early + sizeof early - (char*)old) : size;
            memcpy(fresh, old, size < have ? size : have);
        }
        return fresh;
    }
    return fails(ALLOC) ? NULL : real_realloc(old, size);
}
void free(void* block) {
    static void (*real_free)(void*);
    if (block == NULL || is_early(block)) return;
    if (real_free == NULL) FIND(real_free, "free");
    real_free(block);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
    int kept = errno;
    if (fails(ALLOC)) {
        errno = kept;
        return ENOMEM;
    }
    return real_memalign(out, alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return fails(ALLOC) ? NULL : real_aligned(alignment, size); }

ssize_t write(int file, const void* data, size_t size) { return fails(WRITE) ? -1 : real_write(file, data, size); }
int fsync(int file) { return fails(SYNC) ? -1 : real_fsync(file); }
int rename(const char* from, const char* to) { return fails(RENAME) ? -1 : real_rename(from, to); }
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
    return fails(THREAD) ? errno : real_thread(thread, attributes, start, argument);
}

int open(const char* path, int flags, ...) {
    mode_t mode = 0;
    if (flags & (O_CREAT | O_TMPFILE)) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    return fails(OPEN) ? -1 : real_open(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    mode_t mode = 0;
    if (flags & (O_CREAT | O_TMPFILE)) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    return fails(OPEN) ? -1 : real_open(path, flags, mode);
}

/* Counted as calls that touch files, to end the program between any two; they fail by "files" only. */
static int fails_as_file(void) {
    if (!atomic_load(&begun)) return 0;
    long number = atomic_fetch_add(&counts[FILES], 1) + 1;
    if (chosen != FILES || number != chosen_number) return 0;
    if (chosen_error == 0) die();
    errno = chosen_error;
    return 1;
}
int unlink(const char* path) { return fails_as_file() ? -1 : real_unlink(path); }
int link(const char* from, const char* to) { return fails_as_file() ? -1 : real_link(from, to); }
int mkdir(const char* path, mode_t mode) { return fails_as_file() ? -1 : real_mkdir(path, mode); }
int rmdir(const char* path) { return fails_as_file() ? -1 : real_rmdir(path); }
int ftruncate(int file, off_t length) { return fails_as_file() ? -1 : real_ftruncate(file, length); }
int flock(int file, int what) { return fails_as_file() ? -1 : real_flock(file, what); }
int fchmod(int file, mode_t mode) { return fails_as_file() ? -1 : real_fchmod(file, mode); }
int close(int file) {
    /* A failing close has closed all the same, as Linux does it. */
    if (!fails_as_file()) return real_close(file);
    int error = errno;
    real_close(file);
    errno = error;
    return -1;
}
