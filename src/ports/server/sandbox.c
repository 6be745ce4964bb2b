/* A filter of system calls (seccomp), written in the instructions of the kernel's packet filter:
   load the number of the call, compare, return. A list of what is forbidden, not of what is
   allowed: what the C library, SQLite and libwebsockets call changes with their versions, and a
   server that ends because of an update protects nobody. The unit of systemd, which knows the
   lists of the distribution, forbids the rest. A forbidden call fails with EPERM.

   Three calls are forbidden by their arguments: `clone` makes threads but no processes, `mmap` and
   `mprotect` make no memory executable, `tgkill` reaches this process alone. The arguments of
   `clone3` are out of a filter's sight, so it seems not to exist, and the C library takes `clone`.
   A call through another of the machine's tables of calls (32 bits, x32) is forbidden whatever its
   number. */
#include "ports/server/sandbox.h"

#include <errno.h>
#include <string.h>

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static const int forbidden[] = {
    /* other programs and processes */
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_setpgid,
    SYS_setsid,
    /* calling anybody: the server is called */
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    /* being somebody else, seeing other file systems */
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_setgroups,
    SYS_capset,
    SYS_unshare,
    SYS_setns,
    SYS_chroot,
    SYS_pivot_root,
    SYS_mount,
    SYS_umount2,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsmount,
    SYS_fspick,
    SYS_open_by_handle_at,
    SYS_mknodat,
    SYS_personality,
    /* the kernel */
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_fanotify_init,
    SYS_lookup_dcookie,
#ifdef __x86_64__
    SYS_fork,
    SYS_vfork,
    SYS_mknod,
    SYS_iopl,
    SYS_ioperm,
    SYS_kexec_file_load,
    SYS_modify_ldt,
#endif
};

#define DENIED (SECCOMP_RET_ERRNO | EPERM)
#define LOAD(member)                                                                               \
    (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(what) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, (what))
/* Goes on with the next instruction when the loaded word passes, else `other` instructions on. */
#define WHEN(test, value, other)                                                                   \
    (struct sock_filter) BPF_JUMP(BPF_JMP | (test) | BPF_K, (uint32_t)(value), 0, (other))
#define UNLESS(test, value, other)                                                                 \
    (struct sock_filter) BPF_JUMP(BPF_JMP | (test) | BPF_K, (uint32_t)(value), (other), 0)

enum { CALLS = sizeof forbidden / sizeof forbidden[0], MOST = 2 * CALLS + 64 };

struct filter {
    struct sock_filter code[MOST];
    unsigned short length;
};

static void put(struct filter *filter, struct sock_filter instruction)
{
    filter->code[filter->length++] = instruction;
}

/* Of an argument the lower half is loaded: the flags that matter, and process numbers, are there.
 */
static void put_special(struct filter *filter)
{
    /* clone without CLONE_THREAD is a new process */
    put(filter, WHEN(BPF_JEQ, SYS_clone, 4));
    put(filter, LOAD(args[0]));
    put(filter, UNLESS(BPF_JSET, CLONE_THREAD, 1));
    put(filter, RETURN(DENIED));
    put(filter, RETURN(SECCOMP_RET_ALLOW));
    put(filter, WHEN(BPF_JEQ, SYS_clone3, 1));
    put(filter, RETURN(SECCOMP_RET_ERRNO | ENOSYS));
    static const int mapping[] = {SYS_mmap, SYS_mprotect, SYS_pkey_mprotect};
    for (size_t i = 0; i < sizeof mapping / sizeof mapping[0]; i++) {
        put(filter, WHEN(BPF_JEQ, mapping[i], 4));
        put(filter, LOAD(args[2]));
        put(filter, WHEN(BPF_JSET, PROT_EXEC, 1));
        put(filter, RETURN(DENIED));
        put(filter, RETURN(SECCOMP_RET_ALLOW));
    }
    put(filter, WHEN(BPF_JEQ, SYS_tgkill, 4));
    put(filter, LOAD(args[0]));
    put(filter, UNLESS(BPF_JEQ, getpid(), 1));
    put(filter, RETURN(DENIED));
    put(filter, RETURN(SECCOMP_RET_ALLOW));
}

static void build(struct filter *filter)
{
    filter->length = 0;
    put(filter, LOAD(arch));
    put(filter, UNLESS(BPF_JEQ, ARCHITECTURE, 1));
    put(filter, RETURN(DENIED));
    put(filter, LOAD(nr));
    put(filter, WHEN(BPF_JGE, 0x40000000, 1)); /* x32 */
    put(filter, RETURN(DENIED));
    put_special(filter);
    for (size_t i = 0; i < CALLS; i++) {
        put(filter, WHEN(BPF_JEQ, forbidden[i], 1));
        put(filter, RETURN(DENIED));
    }
    put(filter, RETURN(SECCOMP_RET_ALLOW));
}

bool sandbox_enter(struct error *error)
{
    struct filter filter;
    build(&filter);
    struct sock_fprog program = {filter.length, filter.code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0)
        return true;
    return error_machine(error, "--sandbox: the system refuses: %s", strerror(errno));
}

#else

bool sandbox_enter(struct error *error)
{
    return error_machine(error, "--sandbox: there is none for this system");
}

#endif
