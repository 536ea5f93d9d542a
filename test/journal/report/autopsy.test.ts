import { expect } from 'chai';
import { performAutopsy } from '../../../src/journal/report/autopsy.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import type { FullGameRow } from '../../../src/views/game-rows.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { gameEvents, type GameSketch } from '../../support/journals.js';
import type { RequestSketch } from '../../support/requests.js';

/** Two snakes whose heads are there; bodies lie to the left of mine, and to the right of the other one. */
function meeting(turn: number, [x, y]: [number, number], [u, v]: [number, number]): RequestSketch {
  const me = { id: 'me', name: 'Me', body: `${x},${y} ll` };
  const other = { id: 'other', name: 'Other', body: `${u},${v} rrr` };
  return { turn, snakes: [me, other] };
}

describe('performAutopsy', () => {
  let journal: SqlJournal;
  before(async () => void (journal = await SqlJournal.open()));
  after(() => journal.close());

  async function keep(sketch: GameSketch): Promise<FullGameRow> {
    await journal.write(gameEvents(sketch));
    return (await journal.findGame(gameIdOf({ snake: '/greedy', game: sketch.game!, you: 'me' })))!;
  }

  it('finds cause and killer, the last turn with a way out, and the answer of that turn', async () => {
    // Both run to the cell between them; the other one is longer.
    const turns = [meeting(4, [2, 5], [6, 5]), meeting(5, [3, 5], [5, 5])];
    const end = { ...meeting(6, [4, 5], [4, 5]), gone: ['me'] };
    const game = await keep({ game: 'met', result: 'loss', turns, end });
    const { chance, ...found } = performAutopsy(game, 3)!;
    expect(found).to.deep.equal({ died: 6, cause: 'head-collision', killer: 'Other', until: 9, unsure: [] });
    // It answered up, and the engine moved it to the right.
    expect(chance).to.deep.include({ turn: 5, moves: ['up', 'down'], isLost: true });
    expect(chance!.answered).to.deep.include({ turn: 5, answer: { kind: 'moved', move: 'up', took: 4 }, budget: 430 });
  });

  it('finds no way out if no kept turn had one', async () => {
    const other = { id: 'other', body: '9,2 9,3 10,3 10,4 10,5' };
    const corner = { turn: 8, snakes: [{ id: 'me', body: '10,2 10,1 9,1 8,1 8,0 9,0 10,0' }, other] };
    const left = { id: 'me', body: '11,2 10,2 10,1 9,1 8,1 8,0 9,0' };
    const end = { turn: 9, snakes: [left, other], gone: ['me'] };
    const game = await keep({ game: 'cornered', result: 'loss', turns: [corner], end });
    expect(performAutopsy(game, 3)).to.deep.equal({ died: 9, cause: 'wall-collision', until: 12, unsure: [] });
  });

  it('returns nothing for a snake that survived', async () => {
    const end = { ...meeting(5, [3, 5], [5, 5]), gone: ['other'] };
    const game = await keep({ game: 'won', result: 'win', turns: [meeting(4, [2, 5], [6, 5])], end });
    expect(performAutopsy(game, 3)).to.equal(undefined);
  });
});
