/** A host with games to look at: strategies that note down what they think, and one that is late now and then. */
import { join } from 'node:path';
import type { GameList, GameRow } from '../../src/journal/game-rows.js';
import { createArenaEngine } from './arena-engine.js';
import { spawnHost, writeFolder, type HostProcess } from './host-process.js';
import { until } from './soon.js';

/** Thinks aloud, and never returns on each ninth turn; its last proposal is sent then. */
const THINKER = `
import { legalMoves, safeMoves } from 'serpentarium';
export const customization = { color: '#7a3fa0' };
export function move({ turn, you }, { note, propose, position, seat }) {
  const moves = safeMoves(position, seat);
  const move = moves[turn % Math.max(1, moves.length)] ?? legalMoves(position, seat)[0];
  note({ score: 20 * Math.sin(turn / 6) - turn / 10, depth: 3 + (turn % 4), nodes: 1000 + 37 * turn, line: [move] });
  note({ text: 'health ' + you.health + ' <b>bold</b>', cells: [{ x: turn % 11, y: 5 }] });
  propose(move);
  return turn % 9 === 8 ? new Promise(() => {}) : move;
}`;

/** Goes where it can. */
const WALKER = `
import { safeMoves, legalMoves } from 'serpentarium';
export const customization = { color: '#e69f00' };
export function move(turn, { position, seat }) {
  return safeMoves(position, seat).at(-1) ?? legalMoves(position, seat)[0];
}`;

/** Starts a host with the snakes `/thinker` and `/walker`, both inline, and a journal. */
export function spawnShownHost(server: Readonly<Record<string, unknown>> = {}): Promise<HostProcess> {
  const folder = writeFolder({ 'thinker.js': THINKER, 'walker.js': WALKER });
  const snakes = ['thinker', 'walker'].map((name) => ({ prefix: `/${name}`, strategy: name, isolation: 'inline' }));
  return spawnHost({ strategies: folder, snakes, server, journal: { path: join(folder, 'games.db') } });
}

/** Plays a whole game between the two, and returns it as `/thinker` has seen it. */
export async function playShownGame({ url, admin }: HostProcess, seed = 'shown'): Promise<GameRow> {
  const engine = createArenaEngine('cli');
  await engine.play([`${url}/thinker`, `${url}/walker`], { timeout: 250, seed });
  engine.close();
  let played: GameRow | undefined;
  await until(async () => {
    const { games } = (await (await fetch(`${admin}/api/games?snake=/thinker&limit=1`)).json()) as GameList;
    [played] = games;
    return played?.result !== undefined;
  });
  return played!;
}
