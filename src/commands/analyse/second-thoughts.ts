/** Asks a snake again on some turns of a game, and grades the new answers. Called by `analyse`. */
import { analyseGame } from '../../inference/analyse-game.js';
import { formatShortWorth, type TurnAnalysis } from '../../views/analysis.js';
import type { Autopsy } from '../../journal/report/autopsy.js';
import type { FullGameRow } from '../../views/game-rows.js';
import type { Mount } from '../../snakes/mount.js';
import { formatCount } from '../../views/numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { parseRequest } from '../../wire/reader.js';
import type { Answer } from '../../wire/responses.js';
import { formatNote } from '../replay/describe-game.js';

export interface SecondThought {
  readonly before: TurnAnalysis;
  /** The turn as if the snake had played its new answer. */
  readonly now: TurnAnalysis;
  readonly answer: Answer;
  /** Whether the new answer loses less. */
  readonly isBetter: boolean;
}

/**
 * Asks the turns in the order of the game: the strategy only remembers turns that were asked before.
 *
 * @param time for each answer, in ms.
 * @param nodes the positions to search for each score, as in the given analysis.
 */
export async function thinkAgain(
  game: FullGameRow,
  turns: readonly TurnAnalysis[],
  mount: Mount,
  { time, nodes, asked }: { readonly time: number; readonly nodes: number; readonly asked: () => void },
): Promise<SecondThought[]> {
  const answers = new Map<number, Answer>();
  const wanted = new Set(turns.map(({ turn }) => turn));
  for (const { turn, body } of game.list.filter((each) => wanted.has(each.turn))) {
    const request = parseRequest(body);
    request.game.timeout = time;
    answers.set(turn, await mount.answer(request, { text: body, at: performance.now() }));
    asked();
  }
  const list = game.list.map((each) => ({ ...each, answer: answers.get(each.turn) ?? each.answer }));
  const graded = [...analyseGame({ ...game, list }, { nodes, turns: [...wanted] })];
  return turns.map((before) => {
    const answer = answers.get(before.turn)!;
    const now = graded.find(({ turn }) => turn === before.turn)!;
    return { before, now, answer, isBetter: answer.kind === 'moved' && now.played.score > before.played.score };
  });
}

/** The new answers below a title, within `width` columns. */
export function formatSecondThoughts(
  name: string,
  thoughts: readonly SecondThought[],
  chance: Autopsy['chance'],
  width: number,
): string {
  if (thoughts.length === 0) return `There is no turn on which to ask ${name} again.`;
  const better = thoughts.filter(({ isBetter }) => isBetter).length;
  const last = thoughts.find(({ now }) => now.turn === chance?.turn);
  const isSaved = last !== undefined && chance!.moves.includes(last.answer.move);
  const saving = last === undefined ? '' : ` ${isSaved ? 'It takes' : 'It misses'} the last chance.`;
  const rows = thoughts.map(({ before, now, answer }) => [
    String(now.turn),
    before.played.move,
    formatShortWorth(before.played.score),
    answer.kind === 'moved' ? answer.move : `${answer.move} (${answer.kind})`,
    formatShortWorth(now.played.score),
    formatNote(answer.note)[0] ?? '',
  ]);
  const heading = ['turn', 'then', 'worth', 'now', 'worth', 'note'];
  return [
    `${name} answers ${better} of ${formatCount(thoughts.length, 'turn')} better now.${saving}`,
    formatTable(heading, rows, { width, wraps: [5] }),
  ].join('\n');
}
