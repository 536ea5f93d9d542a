/** Rows of recorded games as the journal has them, in which a test states what it is about. */
import type { FullGameRow, TurnRow } from '../../src/views/game-rows.js';
import { sketchRequest, type RequestSketch } from './requests.js';

interface RowSketch extends Partial<Omit<FullGameRow, 'list' | 'end' | 'turns'>> {
  readonly turns: readonly RequestSketch[];
  readonly end?: RequestSketch;
  /** Of each turn; a moved answer by default. */
  readonly answer?: TurnRow['answer'] | undefined;
}

export function sketchRow({ turns, end, answer, ...stated }: RowSketch): FullGameRow {
  const list = turns.map((turn): TurnRow => {
    const request = sketchRequest(turn);
    const moved = { kind: 'moved', move: 'up', took: 4 } as const;
    return { turn: request.turn, at: 0, body: JSON.stringify(request), answer: answer ?? moved, budget: 430 };
  });
  const { you, board, game } = sketchRequest(turns[0]);
  return {
    id: 'id',
    snake: '/greedy',
    game: game.id,
    you: you.id,
    startedAt: 0,
    ruleset: game.ruleset.name,
    map: game.map,
    source: '',
    width: board.width,
    height: board.height,
    snakes: board.snakes.length,
    opponents: board.snakes.filter(({ id }) => id !== you.id).map(({ name }) => name),
    strategy: 'greedy',
    version: '',
    hash: '',
    options: {},
    turns: list.length,
    moved: list.length,
    late: 0,
    failed: 0,
    illegal: 0,
    lost: 0,
    ...stated,
    list,
    ...(end && { end: JSON.stringify(sketchRequest(end)) }),
  };
}
