//! Filters the system calls of an isolated program that could take kernel memory outside every limit.
//!
//! - Shared memory, messages and semaphores of System V: they belong to no process, and outlive all of them. The
//!   program gets the error that no space is left.
//! - User namespaces of its own: inside one it could mount memory file systems of any size.
//!
//! bubblewrap's `--disable-userns` covers the second only if the server is not root (it needs `--unshare-user`, in
//! which a program cannot have a user of its own), and Landlock covers neither. So both use the same filter
//! (seccomp(2)).

use std::io;

use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter, sock_fprog};

/// The offsets of a call's number, its architecture, and the lower half of its first argument (`struct seccomp_data`;
/// all machines below are little-endian).
const NUMBER: u32 = 0;
const MACHINE: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;

/// The flag that requests a user namespace (`CLONE_NEWUSER`).
const NEW_USER: u32 = 0x1000_0000;

/// The condition and the error number of a refusal.
#[derive(Debug, Clone, Copy)]
enum Refusal {
    /// Always, with this error.
    Always(i32),
    /// If the first argument has this flag, with this error.
    With(u32, i32),
}

/// The numbers of the calls for one kind of machine code.
struct Calls {
    /// The kernel's identifier of the machine (`AUDIT_ARCH_…`).
    machine: u32,
    /// The calls of System V.
    system_v: &'static [u32],
    clone: u32,
    clone3: u32,
    unshare: u32,
}

/// The machine code that this kernel runs: its own, and the 32-bit variant.
#[cfg(target_arch = "x86_64")]
const RUNS: [Calls; 2] = [
    // shmget, semget, msgget
    Calls { machine: 0xC000_003E, system_v: &[29, 64, 68], clone: 56, clone3: 435, unshare: 272 },
    // ipc, semget, shmget, msgget
    Calls { machine: 0x4000_0003, system_v: &[117, 393, 395, 399], clone: 120, clone3: 435, unshare: 310 },
];
#[cfg(target_arch = "aarch64")]
const RUNS: [Calls; 2] = [
    // msgget, semget, shmget
    Calls { machine: 0xC000_00B7, system_v: &[186, 190, 194], clone: 220, clone3: 435, unshare: 97 },
    // semget, msgget, shmget
    Calls { machine: 0x4000_0028, system_v: &[299, 303, 307], clone: 120, clone3: 435, unshare: 337 },
];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const RUNS: [Calls; 0] = [];

/// The first number of x32, a second set of calls on x86-64 that is practically unused.
const X32: u32 = 0x4000_0000;

/// Refuses the calls to this process and all processes that it starts later.
///
/// # Errors
/// If the kernel does not support such filters.
pub(super) fn refuse() -> io::Result<()> {
    if RUNS.is_empty() {
        return Ok(());
    }
    let filter = filter(&RUNS);
    install(&filter)
}

#[expect(unsafe_code, reason = "the standard library filters no system calls")]
fn install(filter: &[sock_filter]) -> io::Result<()> {
    let program =
        sock_fprog { len: u16::try_from(filter.len()).map_err(io::Error::other)?, filter: filter.as_ptr().cast_mut() };
    // SAFETY: `prctl` reads the filter, which lives until it returns, and writes nothing.
    let failed = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
            || libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) != 0
    };
    if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The filter: a block for each machine. Code for other machines cannot run on this kernel.
fn filter(runs: &[Calls]) -> Vec<sock_filter> {
    let mut filter = vec![load(MACHINE)];
    for calls in runs {
        let block = block(calls);
        filter.push(skip_unless(BPF_JEQ, calls.machine, block.len()));
        filter.extend(block);
    }
    filter.push(answer(libc::SECCOMP_RET_ALLOW));
    filter
}

/// The filter's action for a system call of this machine.
fn block(calls: &Calls) -> Vec<sock_filter> {
    let system_v = calls.system_v.iter().map(|number| (*number, Refusal::Always(libc::ENOSPC)));
    // Filters cannot see its flags, which are in memory; without it, C libraries fall back to `clone`.
    let clone3 = (calls.clone3, Refusal::Always(libc::ENOSYS));
    let with_user = |number| (number, Refusal::With(NEW_USER, libc::EPERM));
    let rules = system_v.chain([clone3, with_user(calls.clone), with_user(calls.unshare)]);
    let mut block = vec![load(NUMBER)];
    for (number, refusal) in rules {
        let body = match refusal {
            Refusal::Always(error) => vec![refused(error)],
            Refusal::With(flag, error) => vec![
                load(FIRST_ARGUMENT),
                skip_unless(BPF_JSET, flag, 1),
                refused(error),
                answer(libc::SECCOMP_RET_ALLOW),
            ],
        };
        block.push(skip_unless(BPF_JEQ, number, body.len()));
        block.extend(body);
    }
    if cfg!(target_arch = "x86_64") {
        block.push(skip_unless(BPF_JSET, X32, 1));
        block.push(refused(libc::ENOSYS));
    }
    block.push(answer(libc::SECCOMP_RET_ALLOW));
    block
}

fn load(at: u32) -> sock_filter {
    sock_filter { code: code(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: at }
}

/// Continues with the next instruction if the comparison holds, otherwise skips `past` instructions.
fn skip_unless(comparison: u32, value: u32, past: usize) -> sock_filter {
    let jf = u8::try_from(past).expect("blocks are short");
    sock_filter { code: code(BPF_JMP | comparison | BPF_K), jt: 0, jf, k: value }
}

fn answer(what: u32) -> sock_filter {
    sock_filter { code: code(BPF_RET | BPF_K), jt: 0, jf: 0, k: what }
}

fn refused(error: i32) -> sock_filter {
    answer(libc::SECCOMP_RET_ERRNO | u32::try_from(error).expect("errors have positive numbers"))
}

fn code(bits: u32) -> u16 {
    u16::try_from(bits).expect("the codes of instructions have 16 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_jump_leaves_the_filter_and_every_way_ends_with_an_answer() {
        let filter = filter(&RUNS);
        for (at, instruction) in filter.iter().enumerate() {
            if u32::from(instruction.code) & 7 == BPF_JMP {
                assert!(at + 1 + usize::from(instruction.jf) < filter.len());
            }
        }
        assert_eq!(filter.last().map(|last| (u32::from(last.code), last.k)), Some((BPF_RET, libc::SECCOMP_RET_ALLOW)));
    }
}
