import { expect } from 'chai';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { shareQuery } from '../../../src/page/queries/shared-game.js';
import { missingPackages } from '../../../src/processes/optional-packages.js';
import type { SharedGameView } from '../../../src/views/game.js';
import { beganEvent, endedEvent, turnEvent } from '../../support/journals.js';
import type { RequestSketch } from '../../support/requests.js';

const OTHER = { id: 'other', name: 'Other', body: '1,1 1,2 1,3' };
const OTHER_MOVED = { id: 'other', name: 'Other', body: '1,0 1,1 1,2' };
/** A snake that goes right, into the wall. On turn 0 it could still have gone up. */
const TURNS: RequestSketch[] = [
  { turn: 0, snakes: [{ id: 'me', name: 'Me', body: '9,5 8,5 7,5' }, OTHER] },
  { turn: 1, snakes: [{ id: 'me', name: 'Me', body: '10,5 9,5 8,5' }, OTHER_MOVED] },
];
const END: RequestSketch = { turn: 2, snakes: [{ id: 'me', name: 'Me', body: '11,5 10,5 9,5' }, OTHER_MOVED] };

describe('a shared game', () => {
  let journal: SqlJournal;
  let id: string;
  before(async () => {
    journal = await SqlJournal.open();
    const sketch = { game: 'engine game', turns: TURNS, result: 'loss', end: END } as const;
    const began = beganEvent(sketch, TURNS[0]);
    id = gameIdOf(began);
    await journal.write([
      began,
      turnEvent(sketch, TURNS[0]!, {
        answer: { kind: 'moved', move: 'right', took: 3, note: { score: 2, text: 'a secret' } },
        last: { used: 'yes', latency: '17' },
      }),
      turnEvent(sketch, TURNS[1]!, {
        answer: { kind: 'late', move: 'right', took: 430, fallback: 'safe', reason: 'at /home/me/secret.ts:3' },
      }),
      endedEvent(sketch),
    ]);
  });
  after(() => journal.close());

  it('has the boards, the moves, the result and the last chance', async () => {
    const { game, turns, timeout, autopsy } = JSON.parse((await journal.ask(shareQuery, id))!.game) as SharedGameView;
    expect(game).to.include({
      snake: 'Me',
      result: 'loss',
      died: 2,
      cause: 'wall-collision',
      width: 11,
      ruleset: 'standard',
    });
    expect(timeout).to.equal(500);
    expect(turns.map(({ turn, answer, isFinal }) => [turn, answer?.move, isFinal])).to.deep.equal([
      [0, 'right', undefined],
      [1, 'right', undefined],
      [2, undefined, true],
    ]);
    expect(turns[0]!.board.snakes.map(({ name }) => name)).to.deep.equal(['Me', 'Other']);
    expect(autopsy?.chance).to.include({ turn: 1 });
  });

  it('shows nothing of the host: no snake, id, time, note or reason', async () => {
    const json = (await journal.ask(shareQuery, id))!.game;
    for (const hidden of [
      '/greedy',
      'greedy',
      id,
      'engine game',
      'secret',
      '430',
      '"17"',
      '"late"',
      'note',
      'budget',
      'overhead',
    ])
      expect(json.replaceAll('"late":0', ''), hidden).not.to.include(hidden);
  });

  it('is named by its snake, its result and its length, and drawn where the package is installed', async () => {
    const { title, about, picture } = (await journal.ask(shareQuery, id))!.card;
    expect(title).to.equal('Me: lost, 2 turns');
    expect(about).to.equal('standard, 11×11: Me, Other');
    const isInstalled = missingPackages('a picture') === undefined;
    expect(picture !== undefined).to.equal(isInstalled);
    if (isInstalled) expect(Buffer.from(picture!, 'base64').subarray(1, 4).toString()).to.equal('PNG');
  });

  it('is none without a game', async () => {
    expect(await journal.ask(shareQuery, 'nothing')).to.equal(undefined);
  });
});
