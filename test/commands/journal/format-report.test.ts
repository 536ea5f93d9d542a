import { expect } from 'chai';
import stringWidth from 'string-width';
import { formatReport } from '../../../src/commands/journal/report.js';
import { LOCAL_SOURCE } from '../../../src/views/game-rows.js';
import type { Assignment } from '../../../src/journal/journal-event.js';
import { formatExperiment } from '../../../src/journal/report/format-experiments.js';
import type { ReportedVerdict } from '../../../src/views/report-lines.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { beganEvent, DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';

describe('formatReport', () => {
  let journal: SqlJournal;
  let at = 1000;
  beforeEach(async () => void (journal = await SqlJournal.open()));
  afterEach(() => journal.close());

  const report = async () => formatReport(await journal.report({}), 80);
  const play = (game: string, variant: 'base' | 'candidate', assignment: Partial<Assignment> = {}) =>
    journal.write(
      gameEvents({
        game,
        at: at++,
        player: { assignment: { experiment: 'better', variant, split: 0.5, ...assignment } },
        result: 'win',
        end: { ...DUEL, turn: 1, snakes: DUEL.snakes!.slice(0, 1) },
      }),
    );

  it('says that no finished game matches', async () => {
    expect(await report()).to.equal(
      'No finished game of a served snake matches. Local games do not count here: serve a snake and play against its URL, or try "replay last".',
    );
  });

  it('says how many games it leaves out because they were started on the page', async () => {
    const local = { result: 'win', turns: [{ ...DUEL, source: LOCAL_SOURCE }] } as const;
    await journal.write(gameEvents({ game: 'first', ...local }));
    expect(await report()).to.include('matches (1 test game not counted: doctor, Play a game). Local');
    await journal.write(gameEvents({ game: 'second', ...local }));
    await play('third', 'base');
    expect(await report()).to.match(/^1 game \(2 test games not counted: doctor, Play a game\):/);
  });

  it('compares nothing until both sides have games', async () => {
    await play('one', 'base');
    expect((await report()).replaceAll('\n', ' ')).to.include(
      'better (/greedy): undecided. There is nothing to compare yet: the base has 1 game, the candidate 0.',
    );
  });

  it('begins with the verdict and what it takes, and forecasts nothing from two games', async () => {
    await play('one', 'base');
    await play('two', 'candidate');
    expect(await report()).to.match(
      /\n\nbetter \(\/greedy\): undecided after 2 games\. Forecast after 58 more games\.\nMean score: candidate 1\.000 \(1 game\), base 1\.000 \(1\)\. Adjusted\s+difference:\s+\S+\s+\(−1\.000 to \+1\.000\)\.\n\nHow experiments are judged:\s+https:\/\/\S+\/guides\/experiments\n\n/,
    );
  });

  it('splits late answers by cause, in games that know it', async () => {
    await play('one', 'base');
    expect(await report()).to.not.include('late because of');
    const causes = [['machine', 'machine', 'start'], ['machine'], [undefined]] as const;
    for (const [index, ofGame] of causes.entries()) {
      const ref = { game: `late ${index}` };
      const late = { kind: 'late', move: 'up', took: 431, fallback: 'safe', reason: 'too slow' } as const;
      await journal.write([
        beganEvent(ref),
        ...ofGame.map((cause, turn) =>
          turnEvent(ref, { ...DUEL, turn }, { answer: { ...late, ...(cause && { cause }) } }),
        ),
        endedEvent({ ...ref, result: 'loss' }),
      ]);
    }
    const counted = { strategy: 0, machine: 3, start: 1, client: 0 };
    expect((await journal.report({})).late).to.deep.equal([{ snake: '/greedy', games: 3, causes: counted }]);
    expect(await report())
      .to.match(/^snake +late because of +in games\n/m)
      .and.match(/^\/greedy +machine 3, start 1 +3$/m);
  });

  it('estimates the games that it takes from 60 on', () => {
    const verdict = {
      design: 'split' as const,
      games: 100,
      snake: '/greedy',
      experiment: 'better',
      split: 0.5,
      share: 0.5,
      step: 0,
      shareGames: 0,
      base: 50,
      candidate: 50,
      means: { base: 0.5, candidate: 0.6 },
      difference: 0.1,
      low: -0.2,
      high: 0.4,
      waiting: 0,
      overdue: 0,
      earlier: 0,
      changes: [],
      guards: [],
      assigned: { base: 50, candidate: 50, p: 1 },
      left: { base: 0, candidate: 0, p: 1 },
      ended: [],
      forecast: { table: [] },
      played: { base: { games: 50, opponents: [] }, candidate: { games: 50, opponents: [] } },
      shadow: 0,
    };
    const first = (more: Partial<Extract<ReportedVerdict, { design: 'split' }>>) =>
      formatExperiment({ ...verdict, decision: 'undecided', ...more }).split('\n')[0];
    expect(first({ needed: 2310 })).to.match(
      /undecided after 100 games\. About 2400 more games decide, if the difference/,
    );
    expect(first({ needed: 2310, forecast: { perDay: 19, table: [] } })).to.match(
      /more games decide, if the difference stays: 130 days at the present rate\.$/,
    );
    expect(first({})).to.match(/undecided after 100 games\. A difference this small takes more than 100000 games\.$/);
    expect(first({ decision: 'base is better' })).to.equal('better (/greedy): base is better after 100 games.');
    const stopped = { guard: 'lost turns', reason: '9 of 10 games had lost turns, 0 of 8 of the base', at: 1 };
    expect(formatExperiment({ ...verdict, decision: 'undecided', stopped })).to.include(
      'stopped the candidate: 9 of 10 games had lost turns, 0 of 8 of the base. ' +
        'Change the candidate, or resume it: "serpentarium experiments resume better".',
    );
    const lines = (more: Parameters<typeof first>[0]) =>
      formatExperiment({ ...verdict, decision: 'undecided', ...more });
    expect(lines({ share: 0.2 })).to.include('Step 1: the candidate gets 20 % of new games.');
    const byPerson = { guard: 'a person', reason: 'a person has stopped it', at: 1 };
    expect(lines({ stopped: byPerson })).to.include('go to the base, because a person has stopped it. Change');
    const promoted = { reason: 'the experiment is decided after 640 games', at: 1 };
    expect(lines({ share: 1, experiment: 'food 3', promoted })).to.include(
      'All new games go to the candidate, because the experiment is decided after 640 games. ' +
        `Back to the split: "serpentarium experiments resume 'food 3'".`,
    );
    expect(lines({ decision: 'candidate is better' })).to.include('"serpentarium experiments promote better".');
  });

  it('names the games of an experiment that do not count', async () => {
    await play('one', 'candidate', { sides: 'before' });
    await play('two', 'base', { split: 0 });
    await play('three', 'base', { sides: 'now' });
    const text = (await report()).replaceAll('\n', ' ');
    expect(text).to.include('the base has 1 game, the candidate 0 (+1 in shadow, not counted).');
    expect(text).to.include('Not counted: 1 earlier game, because its sides have changed.');
  });

  it('fits 80 columns, with long names, options and wide characters', async () => {
    const [me, other] = DUEL.snakes!;
    const long = { ...other!, name: '蛇'.repeat(50) };
    const turns = [{ ...DUEL, turn: 7, snakes: [{ ...me!, body: '5,10 5,9 5,8' }, long] }];
    const end = { turn: 9, snakes: [{ ...me!, body: '5,11 5,10 5,9' }, long], gone: ['me'] };
    const options = { aggression: 0.25, depth: 12, hungerBelow: 60, weights: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] };
    for (const variant of ['base', 'candidate'] as const) {
      const assignment = { experiment: 'a-long-name-of-an-experiment', variant, split: 0.5 };
      await journal.write(gameEvents({ game: variant, result: 'loss', turns, end, player: { options, assignment } }));
    }
    const lines = (await report()).split('\n');
    for (const line of lines) expect(stringWidth(line), line).to.be.at.most(80);
    expect(lines.join('')).to.include('hit the wall 1');
    expect(lines.join('').match(/蛇/g)).to.have.lengthOf(50);
  });

  it('does not call a game drawn that the snake played alone', async () => {
    const [me] = DUEL.snakes!;
    const end = { turn: 1, snakes: [{ ...me!, body: '5,6 5,5 5,4' }] };
    await journal.write(gameEvents({ result: 'draw', turns: [{ snakes: [me!] }], end }));
    const [total, , heading, row] = (await report()).split('\n');
    expect(total).to.equal('1 game:');
    expect(heading).to.match(/^snake +games +won +solo /);
    expect(row).to.match(/^\/greedy 1 abc +1 +0\/0\/0\/0 +1 /);
  });

  it('shows the results against each opponent', async () => {
    await play('one', 'base');
    await play('two', 'base');
    expect(await report()).to.match(/^\/greedy +Other +2 +2\/0\/0\/0 +100 % \(\d+ % to 100 %\) +1\.000$/m);
  });
});
