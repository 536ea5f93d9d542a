import { expect } from 'chai';
import { describeDeath } from '../../../src/rules/describe-death.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeGif, writeSvg } from '../../../src/commands/replay/pictures.js';
import type { Seats } from '../../../src/recorded/board-history.js';
import { openGame } from '../../../src/recorded/open-game.js';
import { UsageError } from '../../../src/errors/errors.js';
import { createGameLines } from '../../../src/arena/output/game-lines.js';
import { play } from '../../../src/arena/game/play.js';
import { paintOf } from '../../../src/drawing/palette.js';
import { decodeGif } from '../../support/decode-gif.js';
import { useFolder } from '../../support/journals.js';
import { createParticipants } from '../../support/local-snakes.js';
import type { RequestSketch } from '../../support/requests.js';
import { sketchRow } from '../../support/rows.js';

/** A game of the journal in which both snakes circle, until the other is eliminated. */
function keptGame(turns: number, answer?: Parameters<typeof sketchRow>[0]['answer']): Seats {
  const list = Array.from({ length: turns }, (_, turn) => circling(turn));
  return [sketchRow({ turns: list, end: circling(turns, ['other']), result: 'win', you: 'me', answer })];
}

function circling(turn: number, gone: string[] = []): RequestSketch {
  const snakes = [
    { id: 'me', name: 'Me', body: circle(turn, 5, 5) },
    { id: 'other', name: 'Other', body: circle(turn, 1, 1) },
  ];
  return { snakes, turn, gone, version: '' };
}

/** The body of a snake of length 3 that goes round a square. */
function circle(turn: number, x: number, y: number): string {
  const square = [`${x},${y}`, `${x},${y + 1}`, `${x + 1},${y + 1}`, `${x + 1},${y}`];
  return [turn + 2, turn + 1, turn].map((step) => square[step % 4]).join(' ');
}

/** On turn 3, the best move is worth so much, and the played one little. */
function analysed(score: number): Seats {
  const turn = { turn: 3, score, depth: 4, line: ['left', 'down'], played: { move: 'up', score: -9000 } } as const;
  return [{ ...keptGame(5)[0], analysis: { version: '', nodes: 9, at: 0, turns: [turn] } }];
}

const betterIn = (svg: string): number => svg.split(`stroke="${paintOf('better')}"`).length - 1;

describe('pictures of a recorded game', () => {
  const folder = useFolder();
  const svgOf = (seats: Seats, turn?: number): string => {
    const file = folder.path('turn.svg');
    expect(writeSvg(seats, file, turn)).to.match(/^Turn \d+ is in .*turn\.svg\.$/);
    return readFileSync(file, 'utf8');
  };

  it('show one turn as SVG, with the answer as an arrow and the snakes below', () => {
    const svg = svgOf(keptGame(3), 1);
    expect(svg).to.include(
      '<title>Turn 1 · standard\nA Me (you), health 90, length 3\nB Other, health 90, length 3</title>',
    );
    expect(svg).to.include('>Turn 1 · standard</text>').and.include('>Other</text>');
    const without = svgOf(keptGame(3, { kind: 'seen' }), 1);
    expect(svg.split('<path').length - without.split('<path').length).to.equal(1);
  });

  it('show the best line of a turn that the analysis has marked', () => {
    expect([9000, -9000].map((score) => betterIn(svgOf(analysed(score), 3)))).to.deep.equal([2, 0]);
  });

  it('show the last board and the result unless a turn is given', () => {
    const svg = svgOf(keptGame(3));
    expect(svg).to.include('>Turn 3: won after 3 turns</text>').and.include('>died on turn 3</text>');
  });

  it('say which turns there are if one was not kept', () => {
    expect(() => writeSvg(keptGame(3), folder.path('turn.svg'), 9)).to.throw(
      UsageError,
      '--turn 9 was not kept. The recording has turns 0 to 3.',
    );
  });

  it('say why a file cannot be written', () => {
    const file = folder.path('none/turn.svg');
    expect(() => writeSvg(keptGame(3), file, 0)).to.throw(UsageError, /^--svg ".*" cannot be written: /);
  });

  it('show a game as a GIF: the first frame and the last longer, the others at the pace', async () => {
    const file = folder.path('game.gif');
    const said = await writeGif(keptGame(3), file, { pace: 70 });
    expect(said).to.match(/^4 turns are in .*game\.gif \(\d+(\.\d+)? KB\)\.$/);
    const { width, frames } = decodeGif(readFileSync(file));
    expect(width).to.equal(330);
    expect(frames.map(({ delay }) => delay)).to.deep.equal([1000, 70, 70, 3000]);
  });

  it('show a game from a turn on', async () => {
    const file = folder.path('game.gif');
    expect(await writeGif(keptGame(3), file, { start: 2 })).to.match(/^2 turns /);
    const thrown: unknown = await writeGif(keptGame(3), file, { start: 4 }).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(UsageError).and.have.property('message', '--start 4 is after the last turn.');
  });

  it('are below 1 MB as a GIF of a long game of four snakes', async () => {
    const lines: string[] = [];
    const header = { seed: 2, width: 11, height: 11, maxTurns: 20 };
    const participants = createParticipants('cautious', 'cautious', 'cautious', 'cautious');
    await play({ ...header, participants, watchers: [createGameLines(header, (line) => void lines.push(line))] });
    writeFileSync(folder.path('game.jsonl'), `${lines.join('\n')}\n`);
    const file = folder.path('game.gif');
    await writeGif(await openGame(folder.path('game.jsonl'), { config: '' }), file, {});
    const content = readFileSync(file);
    const { frames } = decodeGif(content);
    expect(frames.length).to.be.above(15);
    expect((content.length / frames.length) * 200).to.be.below(1_000_000);
  });

  it('show games from files, with all deaths', async () => {
    const lines: string[] = [];
    const header = { seed: 3, width: 7, height: 7, maxTurns: 500 };
    const participants = createParticipants('greedy', 'constant');
    await play({ ...header, participants, watchers: [createGameLines(header, (line) => void lines.push(line))] });
    writeFileSync(folder.path('game.jsonl'), `${lines.join('\n')}\n`);
    const seats = await openGame(folder.path('game.jsonl'), { config: '' });
    const svg = svgOf(seats);
    const { cause, died } = seats.find((seat) => seat.died !== undefined)!;
    expect(svg).to.include(`>${describeDeath({ cause, turn: died! })}</text>`);
  });
});
