/** Faults of snakes that attack their machine from a sandbox: whatever they try, it fails, and no neighbour notices. */
import { findSandbox } from '../../src/processes/sandbox/find-sandbox.js';
import type { Fault } from './fault.js';
import { attack } from './hostile.js';

/** Names what it could do in a line of the log. */
const ATTACK = `
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
export const customization = {};
const shell = (script) => spawnSync('/bin/sh', ['-c', script], { stdio: 'ignore' }).status === 0;
const others = () => fs.readdirSync('/proc').filter((name) => Number(name) > 1 && Number(name) !== process.pid);
export function move(turn, context) {
  const done = {
    'read /etc/passwd': shell('cat /etc/passwd'),
    'read the journal': shell('cat "$JOURNAL"'),
    'changed the journal': shell(': >> "$JOURNAL"'),
    'wrote to /proc': shell(': >> /proc/sys/kernel/core_pattern'),
    'has a network': Object.values(os.networkInterfaces()).flat().some(({ internal }) => !internal),
  };
  try { done['saw other processes'] = others().length > 0; } catch {}
  for (const pid of [1, process.ppid]) { try { process.kill(pid, 'SIGKILL'); } catch {} }
  const all = Object.keys(done).filter((name) => done[name]);
  if (all.length > 0) context.log('attacked', { all });
  return 'up';
}
`;

/** Starts 400 processes at once; each ends by itself. */
const FORK_BOMB = `
import { spawn } from 'node:child_process';
export const customization = {};
export function move() {
  for (let index = 0; index < 400; index++) spawn('/bin/sleep', ['20'], { stdio: 'ignore' }).on('error', () => {});
  return new Promise(() => {});
}
`;

/** Writes 72 MB at most to each folder that is there, and removes it. */
const FILL_DISK = `
import { spawnSync } from 'node:child_process';
export const customization = {};
export function move(turn, context) {
  const script = 'for folder in / /tmp /dev /dev/shm /var/tmp .; do for file in 1 2 3; do ' +
    'dd if=/dev/zero of=$folder/filled-$file bs=1M count=24 2>/dev/null; done; done; ' +
    'du -cm /filled-* /*/filled-* 2>/dev/null | tail -n 1; rm -f /filled-* /*/filled-* /*/*/filled-*';
  const megabytes = parseInt(spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).stdout);
  if (megabytes > 33) context.log('attacked', { all: ['wrote ' + megabytes + ' MB'] });
  return 'up';
}
`;

const sandbox = await findSandbox();

export const SANDBOX_FAULTS: readonly Fault[] = [
  inSandbox('sandbox-attack', 'a snake reads, writes and kills what it can from a sandbox', ATTACK),
  inSandbox('sandbox-fork-bomb', 'a snake starts 400 processes from a sandbox, again and again', FORK_BOMB),
  inSandbox('sandbox-fill-disk', 'a snake fills what it can write to from a sandbox', FILL_DISK),
];

function inSandbox(name: string, what: string, source: string): Fault {
  const fault = attack(name, what, source, { isolation: 'sandbox', env: ['JOURNAL'] });
  return {
    ...fault,
    unavailable: () => (sandbox.kind === 'missing' ? sandbox.reason : undefined),
    prepare: async (folder) => ({ ...(await fault.prepare!(folder)), env: { JOURNAL: `${folder}/games.db` } }),
    async aftermath({ host }) {
      const attacks = host.lines.filter(({ line }) => line === 'attacked');
      return [...new Set(attacks.map(({ data }) => `from a sandbox, a snake did this: ${JSON.stringify(data)}`))];
    },
  };
}
