/**
 * The system calls that a sandboxed program may not use, as a program for the kernel's classic BPF.
 *
 * Sources: Linux's `userspace-api/seccomp_filter.rst`, `uapi/linux/{audit,filter,seccomp}.h`, and for the numbers
 * `arch/x86/entry/syscalls/syscall_64.tbl` and `uapi/asm-generic/unistd.h`.
 */

/** Offsets in `struct seccomp_data`; the first argument's lower half, where `int` and the flags are. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

/** `CLONE_NEWUSER`. All other namespaces need rights that a sandbox has only inside a user namespace. */
const NEW_USERS = 0x10000000;
/** Set in the numbers of x32, another ABI of x86-64; no call of any other has so high a number. */
const X32 = 0x40000000;
/** `AF_UNIX`, `AF_INET`, `AF_INET6`, `AF_NETLINK`. Other families, such as `AF_VSOCK`, ignore network namespaces. */
const SOCKET_FAMILIES = [1, 2, 10, 16];

/** The verdicts of the filter. The error is what a kernel without the call returns, so that libraries fall back. */
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const error = (code: number): number => 0x00050000 | code;
const NOT_PERMITTED = error(1);
const NO_SUCH_CALL = error(38);
const NO_SUCH_FAMILY = error(97);

interface Calls {
  /** `AUDIT_ARCH_…`. Another value means a 32-bit program, whose calls have other numbers. */
  readonly architecture: number;
  /** Calls whose first argument holds the flags of `clone`. */
  readonly namespaces: readonly number[];
  /** Calls whose first argument is a socket family. */
  readonly sockets: readonly number[];
  readonly refused: readonly number[];
}

/** Numbers that all architectures share. The flags of `clone3` are in memory, which no filter can read. */
const SHARED = Object.values({
  clone3: 435,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  memfd_secret: 447,
});

/** By Node's name. The last line of each lists calls for memory that the kernel charges to no process. */
const ARCHITECTURES: Readonly<Record<string, Calls>> = {
  x64: {
    architecture: 0xc000003e,
    namespaces: Object.values({ clone: 56, unshare: 272 }),
    sockets: Object.values({ socket: 41, socketpair: 53 }),
    refused: [
      ...SHARED,
      ...Object.values({ add_key: 248, request_key: 249, keyctl: 250, setns: 308 }),
      ...Object.values({ userfaultfd: 323, bpf: 321, perf_event_open: 298 }),
      ...Object.values({ memfd_create: 319, shmget: 29, semget: 64, msgget: 68 }),
    ],
  },
  arm64: {
    architecture: 0xc00000b7,
    namespaces: Object.values({ clone: 220, unshare: 97 }),
    sockets: Object.values({ socket: 198, socketpair: 199 }),
    refused: [
      ...SHARED,
      ...Object.values({ add_key: 217, request_key: 218, keyctl: 219, setns: 268 }),
      ...Object.values({ userfaultfd: 282, bpf: 280, perf_event_open: 241 }),
      ...Object.values({ memfd_create: 279, shmget: 194, semget: 190, msgget: 186 }),
    ],
  },
};

/** An instruction: its code, how many to skip if its condition holds, how many if not, and its operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/** `BPF_LD | BPF_W | BPF_ABS`, `BPF_RET | BPF_K`, and `BPF_JMP` with `BPF_JEQ`, `BPF_JGE` and `BPF_JSET`. */
const CODES = { load: 0x20, give: 0x06, equals: 0x15, isAtLeast: 0x35, hasBit: 0x45 };

const load = (offset: number): Instruction => [CODES.load, 0, 0, offset];
const give = (action: number): Instruction => [CODES.give, 0, 0, action];

/** Runs `then`, which ends in a `give`, if the loaded value `equals`, `isAtLeast` or `hasBit` of the operand. */
function when(condition: 'equals' | 'isAtLeast' | 'hasBit', operand: number, ...then: Instruction[]): Instruction[] {
  return [[CODES[condition], 0, then.length, operand], ...then];
}

/** The filter for an architecture, by Node's name, in the form that bubblewrap reads; `undefined` if there is none. */
export function seccompFilter(name: string): Uint8Array | undefined {
  const calls = ARCHITECTURES[name];
  if (calls === undefined) return undefined;
  const { architecture, refused, namespaces, sockets } = calls;
  const checkNamespaces = [load(FIRST_ARGUMENT), ...when('hasBit', NEW_USERS, give(NOT_PERMITTED)), give(ALLOW)];
  const checkFamily = [
    load(FIRST_ARGUMENT),
    ...SOCKET_FAMILIES.flatMap((family) => when('equals', family, give(ALLOW))),
    give(NO_SUCH_FAMILY),
  ];
  const checkCall = [
    load(NUMBER),
    ...when('isAtLeast', X32, give(NO_SUCH_CALL)),
    ...refused.flatMap((call) => when('equals', call, give(NO_SUCH_CALL))),
    ...namespaces.flatMap((call) => when('equals', call, ...checkNamespaces)),
    ...sockets.flatMap((call) => when('equals', call, ...checkFamily)),
    give(ALLOW),
  ];
  return encode([load(ARCHITECTURE), ...when('equals', architecture, ...checkCall), give(KILL)]);
}

/** As `struct sock_filter`; both architectures are little-endian. */
function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(8 * instructions.length);
  for (const [index, [code, ifTrue, ifFalse, operand]] of instructions.entries()) {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(ifTrue, 8 * index + 2);
    bytes.writeUInt8(ifFalse, 8 * index + 3);
    bytes.writeUInt32LE(operand, 8 * index + 4);
  }
  return bytes;
}
