import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useCompare } from '../../../support/compare-command.js';
import { inRepository } from '../../../support/fixtures.js';
import { DUEL } from '../../../support/journals.js';
import { sketchRequest } from '../../../support/requests.js';
import { closeHttpSnakes, serveHttpSnake } from '../../../support/http-snakes.js';

const sketch = (turn: number) => JSON.stringify(sketchRequest({ ...DUEL, turn }));

describe('serpentarium compare', () => {
  const { folder, compare, run } = useCompare('constant', 'random', 'cautious', 'dice');

  it('accepts the better candidate, with exit code 0', async () => {
    const { code, report } = await compare('constant', '/sure', '--json');
    expect(code).to.equal(0);
    expect(report()).to.deep.include({ verdict: 'H1', seed: 'seven' });
    expect(report().candidate).to.deep.include({ lostTurns: 0, crashes: 0 });
    expect(report()).to.include.keys('games', 'score', 'elo', 'eloError', 'los', 'llr', 'pentanomial', 'sentence');
    expect(report().llr).to.be.above(2.94);
    expect(report().candidate.wins).to.be.above(report().candidate.losses);
  });

  it('rejects the worse candidate, with exit code 1 and a report for people', async () => {
    const { code, out } = await compare('random', 'constant', '--sprt', 'elo0=0,elo1=100');
    expect(code).to.equal(1);
    expect(out).to.match(/^candidate constant against base random\n {2}games {6}\d+ in \d+ pairs, seed seven; /);
    expect(out).to.match(/SPRT {7}LLR −\d/);
    expect(out).to.match(/\nCandidate constant is no better than base random: H0 accepted after \d+ pairs\.\n$/);
  });

  it('stays undecided between equal strategies, with exit code 3', async () => {
    const random = readFileSync(inRepository('strategies/random.ts'), 'utf8');
    folder.write('strategies/twin.ts', `${random}\nexport const twin = true;\n`);
    const { code, report } = await compare('random', 'twin', '--sprt', '--games', '8', '--json');
    expect(code).to.equal(3);
    expect(report()).to.deep.include({ verdict: 'undecided', games: 8, score: 0.5, pentanomial: [0, 0, 4, 0, 0] });
  });

  it('plays a fixed number of games in whole pairs, with exit code 0', async () => {
    const { code, err, report } = await compare('constant', 'dice', '--games', '7', '--json');
    expect(code).to.equal(0);
    expect(report()).to.deep.include({ games: 8, pairs: 4, verdict: null, llr: null });
    expect(err).to.equal('--games 7 is rounded up to 8: games are played in pairs, with the seats swapped.\n');
  });

  it('plays games of three snakes, and writes them as lines', async () => {
    const args = ['--per-game', '3', '--opponents', 'constant', '--games', '6', '--output-dir', 'games', '--json'];
    const { code, report } = await compare('random', 'dice', ...args);
    expect(code).to.equal(0);
    expect(report()).to.deep.include({ games: 6, pairs: 1, pentanomial: null });
    expect([report().base.games, report().candidate.games]).to.deep.equal([3, 3]);
    expect(report().opponents.map(({ name }) => name)).to.deep.equal(['constant']);
    const files = readdirSync(path.join(folder.path, 'games'));
    expect(files).to.deep.equal([1, 2, 3, 4, 5, 6].map((game) => `pair-000001-game-${game}.jsonl`));
    const ids = files.map((file) => idsIn(path.join(folder.path, 'games', file)));
    expect(ids.map(({ length }) => length)).to.deep.equal(files.map(() => 1));
    expect(new Set(ids.flat()).size).to.equal(files.length);
  });

  it('begins both games of a pair at one random opening, and each pair at another', async () => {
    const args = ['--openings', '6', '--games', '6', '--output-dir', 'games', '--clock', 'cpu'];
    const { code, out } = await compare('random', 'dice', ...args);
    expect(code).to.equal(0);
    expect(out).to.match(/6 in 3 pairs, seed seven, after 6 random turns, by CPU time;\s+\d+\s+turns\s+on\s+average/);
    const files = readdirSync(path.join(folder.path, 'games'));
    const boards = files.map((file) => JSON.stringify(firstBoardIn(path.join(folder.path, 'games', file))));
    expect(boards.map((board) => boards.indexOf(board))).to.deep.equal([0, 0, 2, 2, 4, 4]);
    expect(boards.every((board) => board.includes('"turn":6'))).to.equal(true);
  });

  it('begins at the positions of a folder in turn, and continues with the same ones only', async () => {
    folder.write('late/a.json', sketch(30));
    folder.write('late/b.json', sketch(50));
    const args = ['--openings', 'late', '--games', '4', '--output-dir', 'games', '--save', 'match.json', '--json'];
    const { code, report } = await compare('random', 'dice', ...args);
    expect(code).to.equal(0);
    expect(report()).to.include({ openings: 'from 2 positions of late', clock: 'wall' });
    const files = readdirSync(path.join(folder.path, 'games'));
    const turns = files.map((file) => firstBoardIn(path.join(folder.path, 'games', file)).turn);
    expect(turns).to.deep.equal([30, 30, 50, 50]);
    folder.write('late/b.json', sketch(51));
    const { code: refused, err } = await run('--resume', 'match.json');
    expect(refused).to.equal(2);
    expect(err).to.match(
      /was played with openings "from 2 positions of late, \w{16}", not "from 2 positions of late, /,
    );
  });

  it('shows what the base scored in the place of the candidate', async () => {
    const args = ['--per-game', '4', '--opponents', 'random', '--games', '8', '--concurrency', '1'];
    const { out, err } = await compare('dice', 'constant', ...args);
    expect(out).to.match(
      /\n {2}games {6}8 of 4 snakes in 1 pair, seed seven; \d+ turns on average\n {2}candidate {2}won \d of 4 \(\d drawn, \d lost\): mean score [\d.]+ %\n {2}base {7}in its place won \d of 4 \(\d drawn, \d lost\): mean score [\d.]+ %\n {2}score {6}[\d.]+ % = 50 % \+ \([\d.]+ % - [\d.]+ %\) \/ 2\n/,
    );
    expect(err).to.equal('');
  });

  it('names two variants of one strategy by their options', async () => {
    const args = ['--options-candidate', '{"hungerBelow":60}', '--games', '2', '--json'];
    const { out, report } = await compare('/sure', '/sure', ...args);
    expect(out).to.contain('Candidate cautious {\\"hungerBelow\\":60}');
    expect(report().candidate.options).to.deep.equal({ hungerBelow: 60 });
    expect(report().base).to.deep.include({ options: {}, code: report().candidate.code });
  });

  it('plays a snake behind a URL', async () => {
    const url = (await serveHttpSnake(undefined, '/snake')).url.href;
    const { report } = await compare('constant', url, '--games', '4', '--timeout', '5000', '--json');
    await closeHttpSnakes();
    expect(report()).to.deep.include({ games: 4, score: 0.5 });
    expect(report().candidate).to.deep.include({ lostTurns: 0, url, code: null, options: null });
  });

  const wrong: readonly [string, string[], RegExp][] = [
    [
      'an unknown strategy',
      ['constant', 'randum'],
      /^CANDIDATE strategy "randum" is not in .* Did you mean "random"\?/,
    ],
    [
      'an unknown prefix',
      ['/shure', 'dice'],
      /^BASE snake "\/shure" is not in the configuration\. Did you mean "\/sure"/,
    ],
    ['opponents in a duel', ['dice', 'random', '--opponents', 'dice'], /^--opponents cannot be used in duels\./],
    ['a test that makes no sense', ['dice', 'random', '--sprt', 'elo0=5,elo1=1'], /^--sprt elo0 is 5 and elo1 is 1/],
    ['more games at once than cores', ['dice', 'random', '--concurrency', '1000'], /^--concurrency 1000 is more than/],
    [
      'options that are not an object',
      ['dice', 'random', '--options-base', '[]'],
      /^--options-base "\[\]" is not an object\./,
    ],
    [
      'an option that the strategy does not have',
      ['dice', '/sure', '--options-candidate', '{"hungerBelw":3}'],
      /^--options-candidate snake "\/sure": the strategy has no option "hungerBelw"\./,
    ],
    ['squads', ['dice', 'random', '--gametype', 'squad'], /^--gametype squad games cannot be used/],
    ['a match without names', [], /^BASE is missing\. Name two strategies, /],
    ['a match without a candidate', ['dice'], /^CANDIDATE is missing\. /],
    [
      'a URL that nobody answers',
      ['dice', 'http://127.0.0.1:9/nobody'],
      /^CANDIDATE http:\/\/127\.0\.0\.1:9\/nobody refused the connection\. Is it running, and on this port\?\n$/,
    ],
  ];
  for (const [what, args, message] of wrong) {
    it(`refuses ${what}, with exit code 2`, async () => {
      const { code, err, out } = await compare(...args);
      expect(err).to.match(message);
      expect({ code, out }).to.deep.equal({ code: 2, out: '' });
    });
  }

  it('refuses to resume a file that is not there, with exit code 2', async () => {
    const { code, err, out } = await run('--resume', 'none.json');
    expect(err).to.equal('none.json does not exist.\n');
    expect({ code, out }).to.deep.equal({ code: 2, out: '' });
  });
});

/** The ids of the game in the lines of a file: the first line is the game itself, the last the result. */
function idsIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(0, -1);
  const games = lines.map(
    (line) => JSON.parse(line) as { readonly id: string } | { readonly game: { readonly id: string } },
  );
  return [...new Set(games.map((line) => ('game' in line ? line.game.id : line.id)))];
}

interface FirstBoard {
  readonly turn: number;
  readonly board: {
    readonly snakes: readonly { readonly body: unknown; readonly id: string }[];
    readonly food: unknown;
  };
}

/** The board of the first turn in a file of lines, by seat. */
function firstBoardIn(file: string): Pick<FirstBoard, 'turn'> & { readonly bodies: unknown; readonly food: unknown } {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const { turn, board } = JSON.parse(lines[1]!) as FirstBoard;
  return { turn, food: board.food, bodies: board.snakes.map(({ body }) => body) };
}
