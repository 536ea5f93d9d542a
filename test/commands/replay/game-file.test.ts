import { expect } from 'chai';
import { describeCause } from '../../../src/rules/describe-death.js';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createGameLines } from '../../../src/arena/output/game-lines.js';
import { play } from '../../../src/arena/game/play.js';
import { drawRecording } from '../../../src/commands/replay/follow-recording.js';
import {
  findSnake,
  readGameFile,
  toAutopsyInput,
  toFileRecording,
  type RecordingFile,
} from '../../../src/commands/replay/game-file.js';
import { performAutopsy } from '../../../src/journal/report/autopsy.js';
import { PLAIN } from '../../../src/terminal/colors.js';
import { useFolder } from '../../support/journals.js';
import { createParticipants } from '../../support/local-snakes.js';

describe('a game from a file', () => {
  const folder = useFolder();
  let game: RecordingFile;
  before(async () => {
    const lines: string[] = [];
    const header = { seed: 3, width: 11, height: 11, maxTurns: 500 };
    const participants = createParticipants('greedy', 'constant', 'cautious');
    await play({ ...header, participants, watchers: [createGameLines(header, (line) => void lines.push(line))] });
    writeFileSync(folder.path('game.jsonl'), `${lines.join('\n')}\n`);
    writeFileSync(folder.path('cut.jsonl'), lines.slice(0, 4).join('\n'));
    game = readGameFile(folder.path('game.jsonl'));
  });

  it('is not waited for where nobody writes', () => {
    execFileSync('mkfifo', [folder.path('pipe')]);
    expect(() => readGameFile(folder.path('pipe'))).to.throw(/pipe is a pipe or a device, not a file\.$/);
  });

  const seenBy = (name?: string) => toFileRecording(game, findSnake(game, name));
  const textsOf = (name?: string) => drawRecording(seenBy(name), PLAIN).map(({ text }) => text);
  const deathOf = (name: string) => {
    const { deaths = [], you } = seenBy(name);
    return deaths.find(({ id }) => id === you)!;
  };

  it('is shown as the snake that is named, or the first one, on every page', () => {
    expect(seenBy().title).to.match(/: greedy against constant, cautious, standard on standard$/);
    expect(seenBy('/constant').title).to.include(': constant against greedy, cautious');
    for (const name of ['greedy', 'constant', 'cautious']) {
      for (const page of textsOf(name)) {
        expect(page).to.include(` ${name} (you) `);
        expect(page.match(/^ [A-Z] {2}\w+ \(you\)/gm)).to.have.lengthOf(1);
      }
    }
  });

  it('says of each death the turn and the cause, from that turn on', () => {
    const { turn, cause } = deathOf('constant');
    const pages = textsOf('greedy');
    expect(pages[turn - 1])
      .to.match(/ constant +health/)
      .and.include(`constant ${describeCause(cause)}`);
    for (const page of pages.slice(turn)) expect(page).to.include(`${describeCause(cause)} on turn ${turn}`);
    expect(pages).to.have.lengthOf(game.turns.length);
  });

  it('shows the dead and the turns as the command-line tool counts them, though its file does not say who died', () => {
    const lines = readFileSync(folder.path('game.jsonl'), 'utf8').trim().split('\n');
    const bare = lines.map((line) => {
      const { deaths: _, turns: __, ...rest } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(rest).replaceAll('"version":"serpentarium"', '"version":"cli"');
    });
    writeFileSync(folder.path('bare.jsonl'), bare.join('\n'));
    const { turn } = deathOf('constant');
    const bareGame = readGameFile(folder.path('bare.jsonl'));
    const recording = toFileRecording(bareGame, findSnake(bareGame, 'constant'));
    expect(recording.deaths).to.deep.include({ id: deathOf('constant').id, cause: undefined, turn });
    const counted = game.turns.at(-1)!.request.turn + 1;
    expect(recording.result).to.match(
      new RegExp(`^constant died on turn ${turn}; won by \\w+ after ${counted} turns$`),
    );
  });

  it('ends with the fate of the snake, and the result of the game', () => {
    const { turn, cause } = deathOf('constant');
    const result = textsOf('constant').at(-1)!.split('\n').at(-1);
    expect(result).to.equal(`constant ${describeCause(cause)} on turn ${turn}; ${game.result}`);
    expect(game.result).to.match(/^won by \w+ after \d+ turns$/);
  });

  it('asks a snake for no move once it is dead', () => {
    const { turn } = deathOf('constant');
    const { turns } = seenBy('constant');
    const asked = turns.filter(({ text }) => text !== undefined);
    expect(asked.map(({ request }) => request.turn)).to.deep.equal(Array.from({ length: turn }, (_, index) => index));
    for (const { text } of asked) expect(JSON.parse(text!).you.name).to.equal('constant');
  });

  it('can be explained: there is a last chance of the snake that died', () => {
    const { turn, cause } = deathOf('constant');
    const found = performAutopsy(toAutopsyInput(game, findSnake(game, 'constant')), 5)!;
    expect(found).to.include({ died: turn, cause, until: turn + 5 });
    expect(found.chance!.turn).to.be.below(turn);
    expect(found.chance!.moves).not.to.include(found.chance!.answered.answer.move);
  });

  it('has no death of a snake that survived', () => {
    const winner = /by (\w+)/.exec(game.result)![1];
    expect(performAutopsy(toAutopsyInput(game, findSnake(game, winner)), 5)).to.equal(undefined);
  });

  it('names the snakes if the one that is asked for does not play', () => {
    expect(() => findSnake(game, 'gredy')).to.throw(/^--you "gredy" does not play in .* Did you mean "greedy"\?$/);
    expect(() => findSnake(game, 'zzzzzz')).to.throw(/Its snakes are greedy, constant, cautious\.$/);
  });

  it('is read as far as it goes if it was cut short', () => {
    const cut = readGameFile(folder.path('cut.jsonl'));
    expect([cut.turns.length, cut.result]).to.deep.equal([3, 'cut off on turn 2']);
  });
});
