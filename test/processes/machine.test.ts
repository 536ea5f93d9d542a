import { expect } from 'chai';
import { availableCores, systemProblem } from '../../src/processes/machine.js';

const V1 = '/sys/fs/cgroup/cpu,cpuacct';

/** What a system says, and the cores that this leaves of four. */
const SYSTEMS: [name: string, files: Readonly<Record<string, string>>, cores: number][] = [
  ['a system without control groups', {}, 4],
  ['a group without a quota', { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' }, 4],
  ['a quota of two cores', { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '200000 100000\n' }, 2],
  ['a quota of one and a half', { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '150000 100000\n' }, 1],
  ['a quota of half a core', { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '25000 50000\n' }, 1],
  ['a quota of eight cores', { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '800000 100000\n' }, 4],
  [
    'the least quota of a group and those above it',
    {
      '/proc/self/cgroup': '0::/snakes/host\n',
      '/sys/fs/cgroup/snakes/host/cpu.max': 'max 100000\n',
      '/sys/fs/cgroup/snakes/cpu.max': '300000 100000\n',
    },
    3,
  ],
  [
    'a quota of version 1, seen from outside the container',
    {
      '/proc/self/cgroup': '5:memory:/host\n3:cpu,cpuacct:/host\n0::/\n',
      [`${V1}/host/cpu.cfs_quota_us`]: '200000\n',
      [`${V1}/host/cpu.cfs_period_us`]: '100000\n',
    },
    2,
  ],
  [
    'a quota of version 1, seen from inside',
    {
      '/proc/self/cgroup': '3:cpu,cpuacct:/docker/5c31\n',
      [`${V1}/cpu.cfs_quota_us`]: '300000\n',
      [`${V1}/cpu.cfs_period_us`]: '100000\n',
    },
    3,
  ],
  [
    'version 1 without a quota',
    {
      '/proc/self/cgroup': '3:cpu,cpuacct:/\n',
      [`${V1}/cpu.cfs_quota_us`]: '-1\n',
      [`${V1}/cpu.cfs_period_us`]: '100000\n',
    },
    4,
  ],
];

describe('availableCores', () => {
  for (const [name, files, cores] of SYSTEMS) {
    it(`finds ${cores} of 4 cores with ${name}`, () => {
      expect(availableCores({ cores: 4, read: (file) => files[file] })).to.equal(cores);
    });
  }

  it('finds at least one on this machine', () => {
    expect(availableCores()).to.be.at.least(1);
  });
});

describe('systemProblem', () => {
  it('sends Windows to WSL, and nobody else', () => {
    expect(systemProblem('win32')).to.match(/: use WSL\.$/);
    expect(['linux', 'darwin'].map(systemProblem)).to.deep.equal([undefined, undefined]);
  });
});
