/** The last words on a game: who won, how long it took, how each of the others went. */
import type { Participant } from '../game/game-options.js';
import type { EngineResult } from '../game/watcher.js';
import { formatDeath } from './draw-turn.js';

/** Lines for people. */
export function formatGameResult(result: EngineResult, entries: readonly Participant[]): string[] {
  const names = entries.map(({ name }) => name);
  const width = Math.max(0, ...names.map((name) => name.length));
  const survivors = result.survivors.filter((seat) => !result.winners.includes(seat));
  return [
    `${verdict(result, entries)} after ${result.turns} ${result.turns === 1 ? 'turn' : 'turns'}.`,
    ...result.deaths.map((death) => `  ${death.name.padEnd(width)}  ${formatDeath(death, names)}`),
    ...survivors.map((seat) => `  ${names[seat]!.padEnd(width)}  lives`),
  ];
}

function verdict({ winners, isDraw, isStopped }: EngineResult, entries: readonly Participant[]): string {
  if (isStopped) return 'Stopped';
  if (isDraw) return 'A draw';
  const [winner] = winners.map((seat) => entries[seat]!);
  if (winner === undefined) return 'The game is over';
  return winner.squad ? `Squad "${winner.squad}" wins` : `${winner.name} wins`;
}
