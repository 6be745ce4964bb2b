/* What the server gives up with --sandbox, and what it keeps. Everything happens in a child
   process, which cannot come back from it. */
#define _GNU_SOURCE
#include "ports/server/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* In the child: ends it with a sentence where something is not as it should be. */
#define WANTED(what)                                                                               \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #what, strerror(errno));        \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)
#define FORBIDDEN(call) WANTED((errno = 0, (call) == -1 && errno == EPERM))

static void in_a_child(void (*run)(void))
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        run();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void enter(void)
{
    struct error error = {.text = ""};
    if (!sandbox_enter(&error)) {
        fprintf(stderr, "%s\n", error.text);
        _exit(1);
    }
}

static void other_programs(void)
{
    char *const words[] = {(char *)"true", NULL};
    enter();
    FORBIDDEN(execv("/bin/true", words));
    FORBIDDEN(fork());
    FORBIDDEN(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    FORBIDDEN(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
    FORBIDDEN(kill(getppid(), 0));
    FORBIDDEN(syscall(SYS_tgkill, getppid(), getppid(), 0));
    FORBIDDEN(syscall(SYS_pidfd_open, getppid(), 0));
    WANTED(syscall(SYS_clone3, NULL, 0) == -1 && errno == ENOSYS);
}

static void no_other_programs(void **state)
{
    (void)state;
    in_a_child(other_programs);
}

static void rest_of_the_machine(void)
{
    enter();
    FORBIDDEN(socket(AF_INET, SOCK_STREAM, 0));
    FORBIDDEN(socket(AF_UNIX, SOCK_STREAM, 0));
    FORBIDDEN(unshare(CLONE_NEWUSER));
    FORBIDDEN(chroot("/"));
    FORBIDDEN(setuid(0));
    FORBIDDEN(syscall(SYS_bpf, 0, NULL, 0));
    FORBIDDEN(syscall(SYS_io_uring_setup, 1, NULL));
    FORBIDDEN(syscall(SYS_keyctl, 0, 0, 0, 0, 0));
#ifdef __x86_64__
    FORBIDDEN(syscall(0x40000000 | SYS_getpid)); /* through the table of x32 */
#endif
}

static void nothing_of_the_machine(void **state)
{
    (void)state;
    in_a_child(rest_of_the_machine);
}

static void code(void)
{
    enter();
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    WANTED(page != MAP_FAILED);
    FORBIDDEN(mprotect(page, 4096, PROT_READ | PROT_EXEC));
    FORBIDDEN(
        (intptr_t)mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    WANTED(munmap(page, 4096) == 0);
}

static void no_new_code(void **state)
{
    (void)state;
    in_a_child(code);
}

static atomic_bool closed;

static void *waits(void *argument)
{
    (void)argument;
    while (!closed)
        sched_yield();
    FORBIDDEN(fork());
    return argument;
}

static void earlier_thread(void)
{
    pthread_t thread;
    WANTED(pthread_create(&thread, NULL, waits, NULL) == 0);
    enter();
    closed = true;
    WANTED(pthread_join(thread, NULL) == 0);
}

static void threads_that_were_there(void **state)
{
    (void)state;
    in_a_child(earlier_thread);
}

static void *nothing(void *argument)
{
    return argument;
}

/* Threads, files and the sockets that are open go on. */
static void work(void)
{
    char folder[] = "/tmp/potez-sandbox-XXXXXX", path[64], other[64];
    int ends[2];
    pthread_t thread;
    WANTED(mkdtemp(folder) && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    snprintf(path, sizeof path, "%s/a", folder);
    snprintf(other, sizeof other, "%s/b", folder);
    enter();
    WANTED(pthread_create(&thread, NULL, nothing, NULL) == 0);
    WANTED(pthread_kill(thread, 0) == 0 && pthread_join(thread, NULL) == 0);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    WANTED(file >= 0 && write(file, "x", 1) == 1 && fsync(file) == 0 && close(file) == 0);
    WANTED(rename(path, other) == 0 && unlink(other) == 0 && rmdir(folder) == 0);
    WANTED(send(ends[0], "x", 1, 0) == 1 && recv(ends[1], path, 1, 0) == 1);
}

static void a_server_still_works(void **state)
{
    (void)state;
    in_a_child(work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_other_programs),    cmocka_unit_test(nothing_of_the_machine),
        cmocka_unit_test(no_new_code),          cmocka_unit_test(threads_that_were_there),
        cmocka_unit_test(a_server_still_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
