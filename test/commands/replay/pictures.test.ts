import { expect } from 'chai';
import { describeDeath } from '../../../src/rules/describe-death.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeGif, writeSvg } from '../../../src/commands/replay/pictures.js';
import { findChosenGame } from '../../../src/commands/replay/chosen-games.js';
import type { Recording } from '../../../src/commands/replay/recording.js';
import { UsageError } from '../../../src/errors/errors.js';
import { createGameLines } from '../../../src/arena/output/game-lines.js';
import { play } from '../../../src/arena/game/play.js';
import { parseRequest } from '../../../src/wire/reader.js';
import type { GameRequest } from '../../../src/wire/resources.js';
import { decodeGif } from '../../support/decode-gif.js';
import { useFolder } from '../../support/journals.js';
import { createParticipants } from '../../support/local-snakes.js';
import { sketchRequest } from '../../support/requests.js';

/** A game of the journal in which both snakes circle, until the other is eliminated. */
function keptRecording(turns: number): Recording {
  const list = Array.from({ length: turns }, (_, turn) => ({ request: request(turn), move: 'up', notes: [] }));
  return { title: 'game', turns: list, end: request(turns, ['other']), result: 'won on turn 1', you: 'me' };
}

function request(turn: number, gone: string[] = []): GameRequest {
  const snakes = [
    { id: 'me', name: 'Me', body: circle(turn, 5, 5) },
    { id: 'other', name: 'Other', body: circle(turn, 1, 1) },
  ];
  return parseRequest(JSON.stringify(sketchRequest({ snakes, turn, gone })));
}

/** The body of a snake of length 3 that goes round a square. */
function circle(turn: number, x: number, y: number): string {
  const square = [`${x},${y}`, `${x},${y + 1}`, `${x + 1},${y + 1}`, `${x + 1},${y}`];
  return [turn + 2, turn + 1, turn].map((step) => square[step % 4]).join(' ');
}

describe('pictures of a recorded game', () => {
  const folder = useFolder();
  const svgOf = (recording: Recording, turn?: number): string => {
    const file = folder.path('turn.svg');
    expect(writeSvg(recording, file, turn)).to.match(/^Turn \d+ is in .*turn\.svg\.$/);
    return readFileSync(file, 'utf8');
  };

  it('show one turn as SVG, with the answer as an arrow and the snakes below', () => {
    const svg = svgOf(keptRecording(3), 1);
    expect(svg).to.include(
      '<title>Turn 1 · standard\nA Me (you), health 90, length 3\nB Other, health 90, length 3</title>',
    );
    expect(svg).to.include('>Turn 1 · standard</text>').and.include('>Other</text>');
    const silent = keptRecording(3).turns.map((turn) => ({ ...turn, move: undefined }));
    const without = svgOf({ ...keptRecording(3), turns: silent }, 1);
    expect(svg.split('<path').length - without.split('<path').length).to.equal(1);
  });

  it('show the last board and the result unless a turn is given', () => {
    const svg = svgOf(keptRecording(3));
    expect(svg).to.include('>Turn 3: won on turn 1</text>').and.include('>died on turn 3</text>');
  });

  it('say which turns there are if one was not kept', () => {
    expect(() => writeSvg(keptRecording(3), folder.path('turn.svg'), 9)).to.throw(
      UsageError,
      '--turn 9 was not kept. The recording has turns 0 to 3.',
    );
  });

  it('say why a file cannot be written', () => {
    const file = folder.path('none/turn.svg');
    expect(() => writeSvg(keptRecording(3), file, 0)).to.throw(UsageError, /^--svg ".*" cannot be written: /);
  });

  it('show a game as a GIF: the first frame and the last longer, the others at the pace', async () => {
    const file = folder.path('game.gif');
    const said = await writeGif(keptRecording(3), file, { pace: 70 });
    expect(said).to.match(/^4 turns are in .*game\.gif \(\d+(\.\d+)? KB\)\.$/);
    const { width, frames } = decodeGif(readFileSync(file));
    expect(width).to.equal(330);
    expect(frames.map(({ delay }) => delay)).to.deep.equal([1000, 70, 70, 3000]);
  });

  it('show a game from a turn on', async () => {
    const file = folder.path('game.gif');
    expect(await writeGif(keptRecording(3), file, { start: 2 })).to.match(/^2 turns /);
    const thrown: unknown = await writeGif(keptRecording(3), file, { start: 4 }).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(UsageError).and.have.property('message', '--start 4 is after the last turn.');
  });

  it('are below 1 MB as a GIF of a long game of four snakes', async () => {
    const lines: string[] = [];
    const header = { seed: 2, width: 11, height: 11, maxTurns: 20 };
    const participants = createParticipants('cautious', 'cautious', 'cautious', 'cautious');
    await play({ ...header, participants, watchers: [createGameLines(header, (line) => void lines.push(line))] });
    writeFileSync(folder.path('game.jsonl'), `${lines.join('\n')}\n`);
    const file = folder.path('game.gif');
    const { recording } = await findChosenGame(folder.path('game.jsonl'), { config: '' });
    await writeGif(recording, file, {});
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
    const { recording } = await findChosenGame(folder.path('game.jsonl'), { config: '' });
    const svg = svgOf(recording);
    const [death] = recording.deaths!;
    expect(svg).to.include(`>${describeDeath(death!)}</text>`);
  });
});
