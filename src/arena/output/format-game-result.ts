/** Formats how a game ended: who won, how long it took, how each of the others died. Called by `play`. */
import stringWidth from 'string-width';
import { formatDeath } from '../../terminal/draw-turn.js';
import { padColumns } from '../../terminal/format-table.js';
import { formatCount } from '../../terminal/format-numbers.js';
import type { Participant } from '../game/play-options.js';
import type { EngineResult } from '../game/watcher.js';

/** One line for the verdict, one for each snake that died, one for each that survived without winning. */
export function formatGameResult(result: EngineResult, participants: readonly Participant[]): string[] {
  const names = participants.map(({ name }) => name);
  const width = Math.max(0, ...names.map((name) => stringWidth(name)));
  const survivors = result.survivors.filter((seat) => !result.winners.includes(seat));
  return [
    `${formatOutcome(result, participants)} after ${formatCount(result.turns, 'turn')}${formatAlive(result, names)}.`,
    ...result.deaths.map((death) => `  ${padColumns(death.name, width)}  ${formatDeath(death, names)}`),
    ...(isCutOff(result) ? [] : survivors.map((seat) => `  ${padColumns(names[seat]!, width)}  alive`)),
  ];
}

/** Whether the game had to end though nobody has won and somebody is alive. */
function isCutOff({ isStopped, winners, survivors }: EngineResult): boolean {
  return isStopped || (winners.length === 0 && survivors.length > 0);
}

function formatAlive(result: EngineResult, names: readonly string[]): string {
  if (!isCutOff(result) || result.survivors.length === 0) return '';
  return `; alive: ${result.survivors.map((seat) => names[seat]!).join(', ')}`;
}

function formatOutcome(result: EngineResult, participants: readonly Participant[]): string {
  const { winners, isDraw } = result;
  if (isCutOff(result)) return 'Stopped';
  if (isDraw) return 'A draw';
  const [winner] = winners.map((seat) => participants[seat]!);
  if (winner === undefined) return 'The game is over';
  return winner.squad ? `Squad "${winner.squad}" wins` : `${winner.name} wins`;
}
