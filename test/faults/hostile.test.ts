/** Faults of strategies that attack what they run on: through their channel, within the host, and from a sandbox. */
import { findSandbox } from '../../src/processes/sandbox/find-sandbox.js';
import { describeFaults } from './describe-faults.js';
import type { Fault } from './fault.js';

/** Descriptors that a host may need for children that are being replaced. */
const MORE_DESCRIPTORS = 40;

/** Writes garbage to whatever it finds open, and says anything that the channel may carry. */
const GARBAGE = `
import fs from 'node:fs';
export const customization = {};
const frames = [
  'hello\\n', '{"type":"done"}\\n', '{"cmd":"NODE_HANDLE_ACK"}\\n', '{"cmd":"NODE_HANDLE","type":"net.Server"}\\n',
  '\\0\\0\\0\\0', '\\xff\\xff\\xff\\xff{}', '\\x00\\x00\\x00\\x02{}', '[1,2', '"' + 'x'.repeat(100_000),
  '{"type":"done","id":1e99,"outcome":{"kind":"moved","move":{"move":"up"}}}\\n', '\\n'.repeat(5000),
];
let turn = 0;
const send = process.send?.bind(process);
export function move() {
  const frame = Buffer.from(frames[turn % frames.length], 'latin1');
  const kind = Math.floor(turn++ / frames.length) % 4;
  if (kind === 0) for (let fd = 0; fd < 64; fd++) { try { fs.writeSync(fd, frame); } catch {} }
  if (kind === 1) for (let fd = 3; fd < 8; fd++) { try { fs.writeSync(fd, frame.subarray(0, 3)); } catch {} }
  if (kind === 2) for (let fd = 3; fd < 16; fd++) { try { fs.closeSync(fd); } catch {} }
  if (kind === 3) {
    try { send?.({ cmd: 'NODE_HANDLE_ACK' }); } catch {}
    try { send?.({ type: 'done', id: 1, outcome: { kind: 'moved', move: { move: 'up' } } }); } catch {}
    try { process.channel?.close?.(); } catch {}
  }
  return 'up';
}
`;

/** Sends open servers to the host. */
const HANDLES = `
import net from 'node:net';
export const customization = {};
export function move() {
  for (let index = 0; index < 50; index++) {
    const server = net.createServer().listen(0, '127.0.0.1', () => { try { process.send?.({}, server); } catch {} });
    server.on('error', () => {});
  }
  return 'up';
}
`;

/** Does inside the host what an endless loop does not: throws where nobody listens. */
const STRAY = `
import http from 'node:http';
export const customization = {};
let turn = 0;
export function move() {
  const kind = turn++ % 4;
  if (kind === 0) Promise.reject(new Error('stray rejection'));
  if (kind === 1) setTimeout(() => { throw new Error('stray throw'); }, 1);
  if (kind === 2) http.get('http://127.0.0.1:1/');
  if (kind === 3) queueMicrotask(() => { throw new Error('stray microtask'); });
  return 'up';
}
`;

const brokenChannel = attack('broken-channel', 'a strategy writes garbage to every descriptor', GARBAGE);
const sentHandles = attack('sent-handles', 'a strategy sends 50 open servers each turn', HANDLES);
const strayErrors: Fault = attack('stray-errors', 'an inline strategy throws in timers and promises', STRAY, {
  isolation: 'inline',
});

/** A game between a strategy that attacks and one that must not notice. */
function attack(name: string, what: string, source: string, snake: object = {}): Fault {
  return {
    name,
    what,
    game: ['/cautious', '/attacker'],
    bad: ['/attacker'],
    prepare: () => ({
      strategies: { 'attacker.js': source },
      snakes: [{ prefix: '/attacker', strategy: 'attacker', ...snake }],
    }),
    async inflict({ host, game, signal, pause, report }) {
      const before = game.asked;
      const wereOpen = host.descriptors();
      while (!signal.aborted) await pause(1000);
      const more = host.isRunning ? host.descriptors() - wereOpen : 0;
      if (more > MORE_DESCRIPTORS) report(`the host holds ${more} descriptors more than before`);
      return Math.floor((game.asked - before) / 2);
    },
  };
}

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

const SANDBOX_FAULTS: readonly Fault[] = [
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

describeFaults('strategies that attack', [brokenChannel, sentHandles, strayErrors, ...SANDBOX_FAULTS]);
