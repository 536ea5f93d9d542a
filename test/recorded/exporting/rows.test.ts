/** What the rows of an export say, of games from frames and from the journal. */
import { expect } from 'chai';
import { COLUMNS, type ColumnValue } from '../../../src/recorded/exporting/columns.js';
import { samplesOf } from '../../../src/recorded/exporting/samples.js';
import type { FullGameRow } from '../../../src/views/game-rows.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { playFrames, rowsOf } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import { beganEvent, DUEL, endedEvent, turnEvent, type GameSketch } from '../../support/journals.js';
import type { RequestSketch } from '../../support/requests.js';

type Row = Readonly<Record<string, ColumnValue>>;

function tableOf(game: FullGameRow): Row[] {
  return Array.from(samplesOf(game), (sample) =>
    Object.fromEntries(COLUMNS.map((column) => [column.name, column.of(sample)])),
  );
}

async function keep(...events: Parameters<SqlJournal['write']>[0]): Promise<FullGameRow> {
  const journal = await SqlJournal.open();
  try {
    await journal.write(events);
    const { games } = await journal.listGames({ limit: 1 });
    return (await journal.findGame(games[0]!.id))!;
  } finally {
    await journal.close();
  }
}

describe('the rows of a game with all its snakes', () => {
  const { game, frames, moves } = playFrames({ seed: 3, width: 7, height: 7, snakes: snakesNamed(3) });
  const games = rowsOf({ game, frames }, { file: 'three.json' });
  const rows = games.flatMap(tableOf);

  it('follow each snake, turn by turn while it lives', () => {
    expect(games.map(({ you }) => you)).to.deep.equal(['a', 'b', 'c']);
    for (const [seat, { you }] of games.entries()) {
      const lived = frames.filter(({ Snakes }) => Snakes.some(({ ID, Death }) => ID === you && Death === null));
      // Nobody is asked on the final board.
      const asked = lived.map(({ Turn }) => Turn).filter((turn) => turn < frames.length - 1);
      expect(rows.filter((row) => row['seat'] === seat).map((row) => row['turn'])).to.deep.equal(asked);
    }
  });

  it('have no rival in fog of war, which hides how far the others reach', () => {
    const list = games[0]!.list.map((turn) => {
      const body = JSON.parse(turn.body) as { you: { id: string }; board: { snakes: { id: string }[] } };
      const snakes = body.board.snakes.map(({ id, ...snake }) =>
        id === body.you.id ? { id, ...snake } : { id, health: null, body: [] },
      );
      return { ...turn, body: JSON.stringify({ ...body, board: { ...body.board, snakes } }) };
    });
    const hidden = tableOf({ ...games[0]!, list });
    expect(hidden).to.have.lengthOf(list.length);
    for (const row of hidden) expect([row['rival_health'], row['rival_length']]).to.deep.equal([undefined, undefined]);
    expect(rows[0]!['rival_health']).to.equal(100);
  });

  it('have the moves that were made', () => {
    for (const { seat, turn, move } of rows) expect(move).to.equal(moves[Number(turn)]!['abc'[Number(seat)]!]);
  });

  it('count the turns to the death of the snake or the end of the game', () => {
    const lasts = games.map((_, seat) => rows.findLast((row) => row['seat'] === seat)!);
    expect(lasts.map((row) => row['turns_left'])).to.deep.equal([1, 1, 1]);
    for (const row of rows) expect(Number(row['turn']) + Number(row['turns_left'])).to.be.within(1, frames.length - 1);
  });

  it('have one winner at most, and ranks that add up', () => {
    const first = rows.filter(({ turn }) => turn === 0);
    expect(first.filter(({ outcome }) => outcome === 'win').length).to.be.at.most(1);
    expect(first.reduce((sum, { rank }) => sum + Number(rank), 0)).to.equal(6);
  });

  it('have no outcome of a game that is cut off', () => {
    const cut = rowsOf({ game, frames: frames.slice(0, 3) }, { file: 'three.json' }).flatMap(tableOf);
    expect(cut.map(({ outcome }) => outcome)).to.deep.equal(cut.map(() => undefined));
    expect(cut.map((row) => row['turns_left'])).to.deep.equal(cut.map(() => undefined));
  });
});

describe('the rows of a game of the journal', () => {
  const later: RequestSketch = {
    turn: 1,
    snakes: [
      { id: 'me', name: 'Me', body: '5,6 5,5 5,4', latency: '37' },
      { id: 'other', name: 'Other', body: '1,0 1,1 1,2' },
    ],
  };
  const end: RequestSketch = { turn: 2, snakes: [{ id: 'me', name: 'Me', body: '5,7 5,6 5,5' }] };
  const sketch: GameSketch = { turns: [DUEL, later], end, result: 'win' };
  const note = { score: 12.5, depth: 7, nodes: 4321, line: ['up', 'left'] as const };

  it('have what the snake answered and thought, in what time, and what the engine says of it', async () => {
    const answer = { kind: 'moved', move: 'up', took: 4.5, note } as const;
    const row = await keep(
      beganEvent(sketch),
      turnEvent(sketch, DUEL, { answer }),
      turnEvent(sketch, later, { last: { used: 'yes', latency: '37' } }),
      endedEvent(sketch),
    );
    const [first, second, ...more] = tableOf(row);
    expect(more).to.deep.equal([]);
    expect(first).to.include({ source: 'journal', game: 'game', snake: '/greedy', version: '1', ruleset: 'standard' });
    expect(first).to.include({ move: 'up', answer: 'moved', took_ms: 4.5, budget_ms: 430, latency_ms: 37 });
    expect(first).to.include({ score: 12.5, depth: 7, nodes: 4321, line: 'up left', played_at: 1000 });
    expect(first).to.include({
      outcome: 'win',
      rank: 1,
      turn: 0,
      turns_left: 2,
      living: 2,
      length: 3,
      rival_length: 3,
    });
    expect(second).to.include({ turn: 1, turns_left: 1, score: undefined, latency_ms: undefined });
  });

  it('count the snakes that began the game, though its first turn could not be kept', async () => {
    const snakes = [...DUEL.snakes!, { id: 'third', name: 'Third', body: '9,9 9,8 9,7' }];
    const row = await keep(beganEvent(sketch, { ...DUEL, snakes }), turnEvent(sketch, later), endedEvent(sketch));
    const [first, ...more] = tableOf(row);
    expect(more).to.deep.equal([]);
    expect(first).to.include({ turn: 1, snakes: 3, living: 2, turns_left: 1 });
  });

  it('have no move that the engine did not use', async () => {
    const last = { used: 'no', latency: '500' } as const;
    const row = await keep(beganEvent(sketch), turnEvent(sketch, DUEL), turnEvent(sketch, later, { last }));
    const [first, second] = tableOf(row);
    expect(first).to.include({
      move: undefined,
      answer: 'moved',
      latency_ms: 500,
      outcome: undefined,
      rank: undefined,
    });
    expect(second).to.include({ move: 'up', turns_left: undefined });
  });
});
