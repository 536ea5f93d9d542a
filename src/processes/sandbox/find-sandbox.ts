/** Finds out once whether this machine can run sandboxed programs. Used to start strategies, and by `check`. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { messageOf } from '../../errors/errors.js';
import { documentUrl } from '../../version.js';
import { startProgram, type Program } from '../program.js';
import { toSandboxed, type SandboxOptions, ownCode, type Reach } from './bubblewrap.js';
import { seccompFilter } from './seccomp-filter.js';

/** Wraps a program in a sandbox, in which it can access only `reach`. */
export type WrapProgram = (program: Program, reach: Reach) => Program;

/** A working sandbox, or the reason why there is none, with the fix. */
export type SandboxSearch =
  { readonly kind: 'found'; readonly wrap: WrapProgram } | { readonly kind: 'missing'; readonly reason: string };

/** User ids that no system assigns (systemd's "UIDs and GIDs"). */
const UNUSED_USERS = { from: 1_879_048_192, to: 2_147_483_646 };
const TOOLS = ['bwrap', 'prlimit', 'setpriv'] as const;
/** Time for the trial start of Node in a sandbox, in ms. */
const MAX_TRIAL_MS = 20_000;
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];
/** The commands that install the packages, by package manager. */
const INSTALLERS = {
  'apt-get': 'apt-get install bubblewrap util-linux',
  dnf: 'dnf install bubblewrap util-linux',
  apk: 'apk add bubblewrap util-linux-misc setpriv',
  pacman: 'pacman -S bubblewrap util-linux',
  zypper: 'zypper install bubblewrap util-linux',
};

let search: Promise<SandboxSearch> | undefined;

/** Tries it with Node itself on the first call, and returns the same result afterwards. Never rejects. */
export function findSandbox(): Promise<SandboxSearch> {
  return (search ??= searchSandbox());
}

/** The inputs of the search (default: this machine's). */
export interface SearchDeps {
  readonly platform?: NodeJS.Platform;
  readonly architecture?: string;
  readonly folders?: readonly string[];
  readonly isRoot?: boolean;
}

/** As {@link findSandbox}, tried again each time. */
export async function searchSandbox({
  platform = process.platform,
  architecture = process.arch,
  folders = FOLDERS,
  isRoot = process.getuid?.() === 0,
}: SearchDeps = {}): Promise<SandboxSearch> {
  if (platform !== 'linux') return missing(`a sandbox needs Linux, and this is ${platform}.`);
  const filter = seccompFilter(architecture);
  if (filter === undefined) return missing(`a sandbox needs x86-64 or arm64, and this is ${architecture}.`);
  const [bwrap, prlimit, setpriv] = TOOLS.map((name) => findProgram(name, folders));
  if (bwrap === undefined || prlimit === undefined || setpriv === undefined) {
    const absent = TOOLS.find((name) => findProgram(name, folders) === undefined);
    return missing(`a sandbox needs the program "${absent}", which is not installed. ${remedy(folders)}`);
  }
  const tools = { bwrap, prlimit, setpriv };
  const refusals = new Set<string>();
  for (const method of isRoot ? (['user', 'namespace'] as const) : (['namespace'] as const)) {
    const options = () => ({ method, tools, filter, user: randomInt(UNUSED_USERS.from, UNUSED_USERS.to) });
    const refusal = await refusalOf(options());
    if (refusal === undefined) {
      return { kind: 'found', wrap: (program, reach) => toSandboxed(program, reach, options()) };
    }
    refusals.add(refusal);
  }
  const likely = `Does it or its container forbid user namespaces? See ${documentUrl('guides/isolation')}`;
  return missing(`this machine starts no program in a sandbox: ${[...refusals].join('; ')}. ${likely}`);
}

function missing(reason: string): SandboxSearch {
  return { kind: 'missing', reason };
}

/** Why Node does not start in such a sandbox, or has access to what it should not; `undefined` if it works. */
async function refusalOf(options: SandboxOptions): Promise<string | undefined> {
  const script = `
    await import(${JSON.stringify(new URL('../../errors/errors.js', import.meta.url).href)});
    const fs = await import('node:fs');
    const seen = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length;
    const lines = fs.readFileSync('/proc/net/dev', 'utf8').trim().split('\\n').length;
    if (fs.existsSync('/etc/passwd') || seen > 3 || lines > 3) throw new Error('it would see its host');`;
  try {
    const node: Program = { command: [process.execPath, '--input-type=module', '-e', script], channel: 'none' };
    const reach = { network: false, read: ownCode(), write: [] };
    const child = startProgram(toSandboxed(node, reach, options), {});
    setTimeout(() => child.kill('SIGKILL'), MAX_TRIAL_MS).unref();
    const [written, [code, signal]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    return code === 0 ? undefined : (/\S.*/.exec(written)?.[0] ?? `it ended with ${code ?? signal}`);
  } catch (thrown) {
    return messageOf(thrown);
  }
}

function remedy(folders: readonly string[]): string {
  const known = Object.entries(INSTALLERS).find(([name]) => findProgram(name, folders) !== undefined);
  return known === undefined ? 'Install bubblewrap 0.8 or newer, and util-linux.' : `Install it: ${known[1]}`;
}

function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders.map((one) => path.join(one, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
