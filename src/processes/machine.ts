/** Cores and memory that this machine, or its container, has for child processes. */
import { availableParallelism, totalmem } from 'node:os';
import { readSystemFile } from './proc.js';

/** The cores and the memory that this process may use: in a container, the container's. */
export function thisMachine() {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableCores(), memoryMb: Math.floor(bytes / 1024 ** 2) };
}

/** A sentence if hosts cannot keep their promises on this system. */
export function systemProblem(platform: string = process.platform): string | undefined {
  if (platform !== 'win32') return undefined;
  return 'on Windows, a host cannot kill a strategy that loops, and stops without draining: use WSL.';
}

/** The facts about the cores (default: of this machine). */
export interface CoreSources {
  readonly cores?: number;
  readonly read?: (file: string) => string | undefined;
}

/**
 * The cores that this process may run on, or fewer if its container has a CPU quota: with half a core too many,
 * processes would stop for part of every 100 ms. At least 1.
 *
 * Node 20 itself ignores the quota of a container.
 */
export function availableCores({ cores = availableParallelism(), read = readSystemFile }: CoreSources = {}): number {
  return Math.max(1, Math.min(cores, Math.floor(readQuota(read))));
}

/** The least quota of this process's control groups (Linux, version 1 or 2), in cores; infinite if there is none. */
function readQuota(read: NonNullable<CoreSources['read']>): number {
  const memberships = (read('/proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'));
  const quotas = memberships.flatMap(([, controllers = '', ...path]) => {
    const groups = withParents(path.join(':'));
    if (controllers === '') return groups.map((group) => toCores(read(`/sys/fs/cgroup${group}/cpu.max`)));
    if (!controllers.split(',').includes('cpu')) return [];
    return groups.map((group) => {
      const folder = `/sys/fs/cgroup/${controllers}${group}`;
      return toCores(`${read(`${folder}/cpu.cfs_quota_us`)} ${read(`${folder}/cpu.cfs_period_us`)}`);
    });
  });
  return Math.min(Infinity, ...quotas);
}

/** A control group and its parents; a container sees only its own root. */
function withParents(group: string): string[] {
  const names = group.split('/').filter((name) => name !== '');
  return ['', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)];
}

/** Cores from a quota and its period, both in µs, as the system writes them; `max` or −1 means no quota. */
function toCores(text = ''): number {
  const [quota, period] = text.trim().split(/\s+/).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : Infinity;
}
