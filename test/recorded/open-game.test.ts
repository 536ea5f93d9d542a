import { expect } from 'chai';
import { describeCause } from '../../src/rules/describe-death.js';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createGameLines } from '../../src/arena/output/game-lines.js';
import { play } from '../../src/arena/game/play.js';
import { formatEnd } from '../../src/recorded/format-end.js';
import { formatTitle, drawPages } from '../../src/commands/replay/describe-game.js';
import { performAutopsy } from '../../src/journal/report/autopsy.js';
import { followGame } from '../../src/recorded/board-history.js';
import { openGame } from '../../src/recorded/open-game.js';
import { readGameFile } from '../../src/recorded/read-game-file.js';
import { PLAIN } from '../../src/terminal/colors.js';
import type { FullGameRow } from '../../src/views/game-rows.js';
import { useFolder } from '../support/journals.js';
import { createParticipants } from '../support/local-snakes.js';

describe('a game from a file', () => {
  const folder = useFolder();
  let seats: readonly FullGameRow[];
  before(async () => {
    const lines: string[] = [];
    const header = { seed: 3, width: 11, height: 11, maxTurns: 500 };
    const participants = createParticipants('greedy', 'constant', 'cautious');
    await play({ ...header, participants, watchers: [createGameLines(header, (line) => void lines.push(line))] });
    writeFileSync(folder.path('game.jsonl'), `${lines.join('\n')}\n`);
    writeFileSync(folder.path('cut.jsonl'), lines.slice(0, 4).join('\n'));
    seats = readGameFile(folder.path('game.jsonl'));
  });

  it('is not waited for where nobody writes', () => {
    execFileSync('mkfifo', [folder.path('pipe')]);
    expect(() => readGameFile(folder.path('pipe'))).to.throw(/pipe is a pipe or a device, not a file\.$/);
  });

  const open = (you?: string, file = 'game.jsonl') => openGame(folder.path(file), { config: '', you });
  const textsOf = async (name?: string) => drawPages(await open(name), PLAIN).map(({ text }) => text);
  const deathOf = (name: string) => {
    const { died, cause } = seats.find(({ snake }) => snake === name)!;
    return { turn: died!, cause };
  };
  const titleOf = async (name?: string) => formatTitle((await open(name))[0]);
  const refusalOf = (name: string) => open(name).catch((thrown: unknown) => (thrown as Error).message);
  const endForAll = async () => formatEnd(await open()).replace(/^.*; /, '');

  it('is shown as the snake that is named, or the first one, on every page', async () => {
    expect(await titleOf()).to.match(/: greedy against constant, cautious, standard on standard$/);
    expect(await titleOf('/constant')).to.include(': constant against greedy, cautious');
    for (const name of ['greedy', 'constant', 'cautious']) {
      for (const page of await textsOf(name)) {
        expect(page).to.include(` ${name} (you) `);
        expect(page.match(/^ [A-Z] {2}\w+ \(you\)/gm)).to.have.lengthOf(1);
      }
    }
  });

  it('says of each death the turn and the cause, from that turn on', async () => {
    const { turn, cause } = deathOf('constant');
    const pages = await textsOf('greedy');
    expect(pages[turn - 1])
      .to.match(/ constant +health/)
      .and.include(`constant ${describeCause(cause)}`);
    for (const page of pages.slice(turn)) expect(page).to.include(`${describeCause(cause)} on turn ${turn}`);
    expect(pages).to.have.lengthOf(seats[0]!.turns + 1);
  });

  it('shows the dead and the turns as the command-line tool counts them, though its file does not say who died', async () => {
    const lines = readFileSync(folder.path('game.jsonl'), 'utf8').trim().split('\n');
    const stripped = lines.map((line) => {
      const { deaths: _, moves: __, turns: ___, ...rest } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(rest).replaceAll('"version":"serpentarium"', '"version":"cli"');
    });
    writeFileSync(folder.path('bare.jsonl'), stripped.join('\n'));
    const { turn } = deathOf('constant');
    const bare = await open('constant', 'bare.jsonl');
    expect(bare[0]).to.include({ died: turn }).and.not.have.any.keys('cause', 'killer');
    const counted = seats[0]!.turns + 1;
    expect(formatEnd(bare)).to.match(new RegExp(`^constant died on turn ${turn}; won by \\w+ after ${counted} turns$`));
  });

  it('ends with the fate of the snake, and the result of the game', async () => {
    const { turn, cause } = deathOf('constant');
    const result = (await textsOf('constant')).at(-1)!.split('\n').at(-1);
    expect(result).to.equal(`constant ${describeCause(cause)} on turn ${turn}; ${await endForAll()}`);
    expect(await endForAll()).to.match(/^won by \w+ after \d+ turns$/);
  });

  it('asks a snake for no move once it is dead', async () => {
    const { turn } = deathOf('constant');
    const asked = [...followGame(await open('constant'))].flatMap(({ row }) => row ?? []);
    expect(asked.map((row) => row.turn)).to.deep.equal(Array.from({ length: turn }, (_, index) => index));
    for (const { body } of asked) expect(JSON.parse(body).you.name).to.equal('constant');
  });

  it('can be explained: there is a last chance of the snake that died', async () => {
    const { turn, cause } = deathOf('constant');
    const found = performAutopsy((await open('constant'))[0], 5)!;
    expect(found).to.include({ died: turn, cause, until: turn + 5 });
    expect(found.chance!.turn).to.be.below(turn);
    expect(found.chance!.moves).not.to.include(found.chance!.answered.answer.move);
  });

  it('has no death of a snake that survived', async () => {
    const winner = /by (\w+)/.exec(await endForAll())![1];
    expect(performAutopsy((await open(winner))[0], 5)).to.equal(undefined);
  });

  it('names the snakes if the one that is asked for does not play', async () => {
    expect(await refusalOf('gredy')).to.match(/^--you "gredy" does not play in .* Did you mean "greedy"\?$/);
    expect(await refusalOf('zzzzzz')).to.match(/Its snakes are greedy, constant, cautious\.$/);
  });

  it('is read as far as it goes if it was cut short', async () => {
    const cut = await open(undefined, 'cut.jsonl');
    expect([[...followGame(cut)].length, formatEnd(cut)]).to.deep.equal([3, 'cut off on turn 2']);
  });
});
