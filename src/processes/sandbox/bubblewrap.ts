/** What a sandboxed program may access, and how bubblewrap confines it to that. Tried and used by `find-sandbox.ts`. */
import { statSync, existsSync } from 'node:fs';
import { handedDescriptor, type Program } from '../program.js';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a program may access besides the system's programs and libraries. Paths are absolute. */
export interface Reach {
  /** Whether it may open connections and listen, as any program on the machine. */
  readonly network: boolean;
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** The folder of this package's compiled code. Besides packages, its programs import from here only. */
const OWN_CODE = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The paths that a child with our own code has to read: Node, that code, and the packages that it imports. */
export function ownCode(): string[] {
  const root = path.resolve(OWN_CODE, '../..');
  return [process.execPath, OWN_CODE, path.join(root, 'package.json'), ...packageFolders(OWN_CODE)];
}

/** The folders in which Node looks for the packages that a file or folder imports. */
export function packageFolders(file: string): string[] {
  return ancestorsOf(file)
    .map((folder) => path.join(folder, 'node_modules'))
    .filter((folder) => existsSync(folder));
}

/** The folders above a path, the root last. */
export function ancestorsOf(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [] : [parent, ...ancestorsOf(parent)];
}

/** Whether `inner` is `outer`, or lies in it. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || ancestorsOf(inner).includes(outer);
}

/** The folder in memory in which a sandboxed program can write; it is deleted with the sandbox. */
export const SANDBOX_FOLDER = '/tmp';
/** The processes between the started one and the program: bubblewrap outside, and the first one inside. */
const WRAPPERS = 2;

/** Limits of one sandbox. Memory is watched from outside: V8 reserves addresses far beyond what it uses. */
const LIMITS = {
  /** Size of the largest file, and of all files in {@link SANDBOX_FOLDER}, in bytes. */
  file: 32 * 1024 ** 2,
  /** Open files of a process. */
  descriptors: 256,
  /** Threads of all its processes together. */
  threads: 256,
};

/** System files that programs need, read-only. There is no `/home`, `/opt`, `/srv`, `/usr/src` or `/var`. */
const SYSTEM = [
  '/bin /sbin /lib /lib64 /nix/store /etc/alternatives /etc/ld.so.cache /etc/localtime',
  '/usr/bin /usr/sbin /usr/lib /usr/lib64 /usr/libexec /usr/share',
  '/usr/local/bin /usr/local/sbin /usr/local/lib /usr/local/lib64 /usr/local/libexec /usr/local/share',
].flatMap((line) => line.split(' '));
/** Further files that it needs to resolve host names and to verify certificates. */
const SYSTEM_OF_NETWORK = '/etc/resolv.conf /etc/hosts /etc/nsswitch.conf /etc/ssl /etc/ca-certificates /etc/pki'.split(
  ' ',
);

/**
 * How a program is deprived of its rights.
 * - `namespace`: in a user namespace. Available to every user where the system allows it.
 * - `user`: as a user id that nothing else uses. Only root can do that.
 */
export type SandboxMethod = 'namespace' | 'user';

/** Absolute paths of the programs that make a sandbox. */
export interface SandboxTools {
  readonly bwrap: string;
  readonly prlimit: string;
  readonly setpriv: string;
}

export interface SandboxOptions {
  readonly method: SandboxMethod;
  readonly tools: SandboxTools;
  /** The system calls that are blocked, as a BPF program. */
  readonly filter: Uint8Array;
  /** The user id for the method `user`, unless another user owns what it may write. */
  readonly user: number;
}

/** Wraps a program: it runs as before, but reaches only `reach` and the code of the system. */
export function toSandboxed(program: Program, reach: Reach, options: SandboxOptions): Program {
  const { method, tools, filter, user } = options;
  const { cwd = process.cwd(), channel } = program;
  const limits = `--nproc=${LIMITS.threads} --nofile=${LIMITS.descriptors} --fsize=${LIMITS.file} --core=0 --msgqueue=0`;
  const asOther = method === 'user' ? asUser(tools.setpriv, reach, user) : [];
  const inside = [tools.prlimit, ...limits.split(' '), '--', ...asOther, ...program.command];
  const command = [
    tools.bwrap,
    ...namespaces(method, reach),
    ...files(reach, cwd),
    '--seccomp',
    `${handedDescriptor(channel)}`,
    '--chdir',
    cwd,
    '--',
    ...inside,
  ] as const;
  return { command, channel, handed: filter, wrappers: WRAPPERS, file: program.file };
}

function namespaces(method: SandboxMethod, { network }: Reach): string[] {
  const own = '--die-with-parent --new-session --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try';
  const rights =
    method === 'namespace'
      ? '--unshare-user --disable-userns --cap-drop ALL'
      : '--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP';
  return `${own} ${network ? '' : '--unshare-net '}${rights}`.split(' ');
}

/** The mounts of its file system, in an order in which none hides an earlier one. */
function files({ network, read, write }: Reach, cwd: string): string[] {
  const system = network ? [...SYSTEM, ...SYSTEM_OF_NETWORK] : SYSTEM;
  const hidden = read.filter((one) => !system.some((folder) => isWithin(one, folder)));
  const paths = [...new Set([...hidden, ...write])].toSorted((a, b) => a.length - b.length);
  // These list the keys of the host.
  const keys = '--ro-bind /dev/null /proc/keys --ro-bind /dev/null /proc/key-users';
  const own = `--proc /proc ${keys} --dev /dev --perms 1777 --size ${LIMITS.file} --tmpfs ${SANDBOX_FOLDER}`;
  return [
    ...own.split(' '),
    // Only root could enter a folder that bubblewrap creates.
    ...foldersAbove([...system, ...paths, `${cwd}/.`]).flatMap((folder) => ['--dir', folder]),
    ...system.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...paths.flatMap((one) => [write.includes(one) ? '--bind' : '--ro-bind', one, one]),
    // Root outside of the sandbox could write to `/proc/sys`, whatever rights it has lost.
    ...'--remount-ro /proc --remount-ro /dev --remount-ro /'.split(' '),
  ];
}

/** All folders above these paths, the outermost first. */
function foldersAbove(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((one) => ancestorsOf(one).filter((folder) => folder !== '/')));
  return [...folders].toSorted((a, b) => a.length - b.length);
}

/** If another user owns what it may write, it runs as that user. */
function asUser(setpriv: string, { write: [written] }: Reach, unused: number): string[] {
  const { uid, gid } = written === undefined ? { uid: unused, gid: unused } : statSync(written);
  const ids = ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'];
  return [setpriv, ...ids, '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--'];
}
