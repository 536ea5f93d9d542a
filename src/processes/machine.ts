/** What this machine has for child processes: cores and memory. In a container, what the container may use. */
import { availableParallelism, totalmem } from 'node:os';
import { readSystemFile } from './proc.js';

/** Cores, and memory in MB. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** This machine, or what the system lets this process have of it: in a container, the container's. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableCores(), memoryMb: Math.floor(bytes / 1024 ** 2) };
}

/** The facts about the cores (default: of this machine). */
export interface CoreSources {
  readonly cores?: number;
  readonly read?: (file: string) => string | undefined;
}

/**
 * The cores that this process may run on, or fewer if its container may use less CPU time than that: half a core too
 * much would stand still for a good part of every tenth of a second. At least 1.
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

/** A group and all above it: in a container, only its own root is there. */
function withParents(group: string): string[] {
  const names = group.split('/').filter((name) => name !== '');
  return ['', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)];
}

/** From µs of CPU time and the µs in which they may be used, as the system writes them: `max` or −1 is no quota. */
function toCores(text = ''): number {
  const [quota, period] = text.trim().split(/\s+/).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : Infinity;
}
