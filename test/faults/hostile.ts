/** Faults of strategies that attack the host they run on: through their channel, or from within the host itself. */
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

export const brokenChannel = attack('broken-channel', 'a strategy writes garbage to every descriptor', GARBAGE);
export const sentHandles = attack('sent-handles', 'a strategy sends 50 open servers each turn', HANDLES);
export const strayErrors: Fault = attack('stray-errors', 'an inline strategy throws in timers and promises', STRAY, {
  isolation: 'inline',
});

/** A game between a strategy that attacks and one that must not notice. */
export function attack(name: string, what: string, source: string, snake: object = {}): Fault {
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
