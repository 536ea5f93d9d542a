/** Files that hold a game: frames in every form, recordings of `play -o` and of the official command-line tool. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { readGameFile } from '../../src/recorded/read-game-file.js';
import { UsageError } from '../../src/errors/errors.js';
import { formatPositionFixture } from '../../src/terminal/position-fixture.js';
import { toEvents } from '../../src/recorded/importing/to-events.js';
import { formatMissing } from '../../src/commands/import/import.js';
import { parseRequest } from '../../src/wire/reader.js';
import { fixture } from '../support/fixtures.js';
import { playFrames } from '../support/frames.js';
import { snakesNamed } from '../support/games.js';
import { useFolder } from '../support/journals.js';

const { game, frames, moves } = playFrames({ seed: 2, snakes: snakesNamed(2) });
const DUEL = fixture('games/duel.jsonl');
const IDS = ['313f9500-bb01-4771-aa04-c31bba6330b1', 'bc1a4422-b7bf-4c0a-a1f0-2617a2250b09'];

type Rows = ReturnType<typeof readGameFile>;
const seatOf = (rows: Rows, wanted: string) => rows.find(({ you }) => you === wanted)!;
const eventsOf = (rows: Rows, you: string) => toEvents(seatOf(rows, you), '/a');
const stepsOf = (rows: Rows, you: string) =>
  eventsOf(rows, you).flatMap((event) => (event.kind === 'turn' ? [event.facts.answer.move] : []));

/** The lines as the official command-line tool writes them: without moves, deaths and a number of turns. */
function toCommandLineRecording(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { moves: _, latencies: __, deaths: ___, turns: ____, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify(rest);
  });
}

describe('readGameFile', () => {
  const folder = useFolder();
  const write = (text: string) => {
    const file = folder.path('game.json');
    writeFileSync(file, text);
    return file;
  };

  for (const [what, text] of [
    ['a game with its frames', JSON.stringify({ Game: game, count: frames.length, frames })],
    ['the two answers of an engine, one a line', `${JSON.stringify({ Game: game })}\n${JSON.stringify({ frames })}`],
    [
      'the events of a stream, one a line',
      [{ Game: game }, ...frames.map((Data) => ({ Type: 'frame', Data })), { Type: 'game_end', Data: {} }]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    ],
    [
      'details of the platform',
      JSON.stringify({ id: 'x', board: '11x11', game_type: 'Standard', status: 'finished', frames }),
    ],
  ] as const) {
    it(`reads ${what}`, () => {
      const rows = readGameFile(write(text));
      const [{ width, height, result, ruleset }] = rows as [Rows[number]];
      expect([width, height, result === 'abandoned', ruleset]).to.deep.equal([11, 11, false, 'standard']);
      const steps = stepsOf(rows, 'a');
      expect(steps).to.deep.equal(moves.slice(0, steps.length).map((made) => made['a']));
    });
  }

  for (const [file, given, unknown] of [
    ['page-Frames.json', { width: 7, height: 7 }, ['ruleset', 'settings', 'map', 'timeout']],
    ['frames-without-breaks.jsonl', { width: 7, height: 7 }, ['ruleset', 'settings', 'map', 'timeout']],
    ['bom-frames.json', { width: 7, height: 7 }, ['ruleset', 'settings', 'map', 'timeout']],
    ['stream.jsonl', {}, ['map']],
    ['game-and-frames.json', {}, ['map']],
    ['details-std.json', {}, ['settings', 'timeout']],
    ['board-tester.json', {}, ['settings', 'map', 'end']],
    ['cli-recording-without-final-board.jsonl', {}, []],
  ] as const) {
    it(`reads a file of others: ${file}`, () => {
      const [row, ...others] = readGameFile(fixture(`games/foreign/${file}`), given);
      expect([row!.width, row!.height, others.length]).to.deep.equal([7, 7, 1]);
      expect(row!.result).to.equal(file === 'board-tester.json' ? 'abandoned' : 'win');
      expect(row!.list.every(({ answer }) => answer.move !== undefined)).to.equal(true);
      expect(row!.imported!.unknown.slice(4)).to.deep.equal(unknown);
    });
  }

  it('takes the size of the board from frames that have it', () => {
    const [row] = readGameFile(write(JSON.stringify(frames.map((frame) => ({ Width: 11, Height: 11, ...frame })))));
    expect(row).to.include({ width: 11, height: 11 });
  });

  it('reads a position as a game of one board', () => {
    const [request] = readGameFile(DUEL)[0]!.list.slice(3);
    const seats = [request!.body, formatPositionFixture('turn 3', '', request!.body)].map((text) =>
      readGameFile(write(text)),
    );
    for (const [row] of seats) {
      expect(row).to.include({ you: IDS[0], turns: 3, result: 'abandoned' });
      expect(parseRequest(row!.end!)).to.deep.include({ turn: 3, board: parseRequest(request!.body).board });
    }
  });

  it('refuses turns of several games, and another encoding', () => {
    const turn = parseRequest(readGameFile(DUEL)[0]!.list[0]!.body);
    const turns = ['a', 'b'].map((id) => ({ ...turn, game: { id } }));
    expect(() => readGameFile(write(JSON.stringify(turns)))).to.throw('has turns of 2 games.');
    const file = write('');
    writeFileSync(file, '\uFEFF{}', 'utf16le');
    expect(() => readGameFile(file)).to.throw(UsageError, 'is UTF-16 text');
  });

  it('reads frames alone if the size of the board is given', () => {
    const file = write(JSON.stringify(frames));
    expect(() => readGameFile(file)).to.throw(UsageError, 'has frames, but no "Game" with the size of the board.');
    const [row] = readGameFile(file, { width: 11, height: 11, gametype: 'wrapped', map: 'royale' });
    expect(row).to.include({ map: 'royale', ruleset: 'wrapped' });
    expect(row!.game).to.match(/^file-[0-9a-f]{16}$/);
    const never = ['strategy', 'answers', 'times', 'moment'];
    expect(row!.imported!.unknown).to.deep.equal([...never, 'settings', 'timeout']);
  });

  it('reads a recording of play -o, with moves and deaths', () => {
    const rows = readGameFile(DUEL);
    const recorded = readFileSync(DUEL, 'utf8')
      .trim()
      .split('\n')
      .slice(1, -2)
      .map((line) => JSON.parse(line) as { moves: Record<string, string> });
    for (const id of IDS) {
      expect(stepsOf(rows, id)).to.deep.equal(recorded.map(({ moves: made }) => made[id]));
    }
    const events = eventsOf(rows, IDS[1]!);
    const outcome = { result: 'loss', turns: 25, died: 25, place: 2, cause: 'head-collision', killer: IDS[0] };
    expect(events.at(-1)).to.deep.include({ kind: 'ended', outcome });
  });

  it('reads a file of the official command-line tool, which has no moves and removes the dead', () => {
    const bare = toCommandLineRecording(DUEL);
    const rows = readGameFile(write(bare.join('\n')));
    expect(rows.some(({ result }) => result === 'abandoned')).to.equal(false);
    const whole = stepsOf(readGameFile(DUEL), IDS[0]!);
    expect(stepsOf(rows, IDS[0]!)).to.deep.equal(whole);
    // Where it went last, its file does not say.
    expect(formatMissing(seatOf(rows, IDS[1]!))).to.equal('24');
    expect(eventsOf(rows, IDS[1]!).at(-1))
      .to.have.property('outcome')
      .that.deep.include({ result: 'loss', turns: 25, place: 2 });
  });

  it('keeps the winner that a file of that tool states, though it lacks the last board', () => {
    const bare = toCommandLineRecording(DUEL);
    const rows = readGameFile(write(bare.filter((_, index) => index !== bare.length - 2).join('\n')));
    expect(seatOf(rows, IDS[0]!)).to.include({ result: 'win', rank: 1 }).and.not.have.property('died');
    expect(seatOf(rows, IDS[1]!)).to.include({ result: 'loss', rank: 2, died: 25 }).and.not.have.property('cause');
  });

  it('does not know how a game ended that its file calls over, without a winner, a draw or a last board', () => {
    const lines = toCommandLineRecording(DUEL).slice(0, 9);
    const rows = readGameFile(write([...lines, '{"winnerId":"","winnerName":"","isDraw":false}'].join('\n')));
    expect(rows.map(({ result, rank }) => `${result} ${rank}`)).to.deep.equal([
      'unknown undefined',
      'unknown undefined',
    ]);
    for (const { imported } of rows) expect(imported!.unknown).to.include('end');
    const drawn = readGameFile(write([...lines, '{"winnerId":"","winnerName":"","isDraw":true}'].join('\n')));
    expect(drawn.map(({ result }) => result)).to.deep.equal(['draw', 'draw']);
  });

  it('reads type and winner of details of the platform', () => {
    const details = { id: 'x', board: '11x11', status: 'finished', game_type: 'Snail Mode', winner: 'b', frames };
    const rows = readGameFile(write(JSON.stringify({ ...details, frames: frames.slice(0, 3) })));
    expect(rows.map(({ you, result, ruleset, map }) => [you, result, ruleset, map])).to.deep.equal([
      ['a', 'loss', 'standard', 'snail_mode'],
      ['b', 'win', 'standard', 'snail_mode'],
    ]);
  });

  it('keeps the turn of a death whose step it does not show, with its board', () => {
    const rows = readGameFile(write(toCommandLineRecording(DUEL).join('\n')));
    const turns = eventsOf(rows, IDS[1]!).flatMap((event) => (event.kind === 'turn' ? [event] : []));
    expect(turns.map(({ facts }) => facts.turn)).to.deep.equal(Array.from({ length: 25 }, (_, turn) => turn));
    expect(turns.at(-1)!.facts.answer).to.deep.equal({ kind: 'seen' });
    expect(parseRequest(turns.at(-1)!.body).you.id).to.equal(IDS[1]);
  });

  it('has a row for each snake, in which unknown facts stay unknown', () => {
    const file = write(toCommandLineRecording(DUEL).join('\n'));
    const rows = readGameFile(file);
    const ids = { game: '9bfde4e9-ff7f-4833-9880-af3c6d198ddc', file };
    expect(rows.map(({ you }) => you)).to.deep.equal(IDS);
    for (const { list, end, imported, ...row } of rows) {
      expect(row).to.deep.include({ ...ids, id: ids.game, strategy: '', version: '', moved: 0, snakes: 2 });
      expect(imported!.unknown).to.include.members(['strategy', 'answers', 'times', 'moment']);
      expect(list.map(({ turn }) => turn)).to.deep.equal(Array.from({ length: 25 }, (_, turn) => turn));
      expect(parseRequest(end!).turn).to.equal(25);
      for (const { answer, budget, body } of list) {
        expect([answer.kind, answer.took, budget]).to.deep.equal(['seen', undefined, undefined]);
        expect(parseRequest(body).you.id).to.equal(row.you);
      }
    }
    // The loser's last step is not known, its board is.
    expect(rows.map(({ list }) => list.at(-1)!.answer.move === undefined)).to.deep.equal([false, true]);
  });

  it('reads requests that the tool sends, which asks on the final board and counts one more at the end', () => {
    const recording = toCommandLineRecording(DUEL)
      .join('\n')
      .replaceAll(/"version":"[^"]*"/g, '"version":"cli"');
    const kept = seatOf(readGameFile(write(recording)), IDS[0]!);
    const final = parseRequest(kept.end!);
    const asked = [...kept.list.map(({ body }) => body), kept.end!];
    const end = JSON.stringify({ ...final, turn: final.turn + 1 });
    for (const requests of [[...asked, end], [...asked.slice(0, -1), end].toReversed()]) {
      const read = seatOf(readGameFile(write(requests.join('\n'))), IDS[0]!);
      expect(read.list).to.deep.equal(kept.list.map((turn) => ({ ...turn, at: read.startedAt })));
      expect(read).to.include({ end: kept.end, result: kept.result, turns: kept.turns });
    }
  });

  it('counts the turns of that tool as it does: one more than the number of the last board', () => {
    const lines = readFileSync(DUEL, 'utf8')
      .replaceAll(/"version":"[^"]*"/g, '"version":"cli"')
      .replace(/"turns":\d+,/, '');
    expect(eventsOf(readGameFile(write(lines)), IDS[1]!).at(-1))
      .to.have.property('outcome')
      .that.deep.include({ result: 'loss', turns: 26, died: 25 });
  });

  for (const [text, type, message] of [
    ['', UsageError, 'is empty.'],
    ['hello', UsageError, ':1 is not JSON'],
    ['{"turn":1}\n'.repeat(20_001), UsageError, 'has 20001 values, which are too many for a game'],
    ['{"frames":[]}', UsageError, 'has no frames.'],
    [JSON.stringify({ Game: game }), UsageError, 'has a "Game" without frames.'],
    ['{"id":"a","ruleset":{}}', UsageError, 'contains no turns.'],
    [
      '['.repeat(200_000) + ']'.repeat(200_000),
      UsageError,
      'has neither frames nor boards. Its first value is a list.',
    ],
    ['{"a":1,"b":2}', UsageError, 'has neither frames nor boards. Its first value has "a", "b".'],
    ['{\n  "game": {},\n  "board": {},\n  "you": {}\n}', UsageError, ':1 is not a turn: /game/id is missing.'],
    ['{"id":"a"}\n{"turn":1,\n\n"board":{}}\n', UsageError, ':2 is not a turn: /game is missing.'],
    ['{"id":"a"}\n\n{"turn":1}}\n{"turn":2}\n', UsageError, ':3 is not JSON'],
    ['{"id":"a"}\n{"turn":1,"board":{"x"', UsageError, / is not JSON: .* Was the file cut off\?$/],
    ['{"id":"a","ruleset":{}}\n7\n{"turn":2}', UsageError, ':2 is a number, not a turn.'],
    ['7\n{"turn":2}', UsageError, ':1 is a number, not a turn.'],
    [
      `${JSON.stringify({ Game: game, frames })}\n{"x":1}`,
      UsageError,
      ':2 is an object with neither a frame nor a "Game".',
    ],
    [
      JSON.stringify({ Game: game, frames: [{ Turn: 1, Snakes: {} }] }),
      UsageError,
      'frame 0/Snakes is an object, not a list',
    ],
    [JSON.stringify({ Game: { ...game, Height: 'x' }, frames }), UsageError, '/Game/Height is "x", not a whole number'],
  ] as const) {
    it(`says what is wrong with ${text.slice(0, 30)}`, () => {
      expect(() => readGameFile(write(text))).to.throw(type, message);
    });
  }
});
