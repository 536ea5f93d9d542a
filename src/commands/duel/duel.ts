/** `serpentarium arena duel`: plays games of two snakes on the platform until a test can tell which is better. */
import { standOf } from '../../arena/contest/sample-report.js';
import { EXIT, messageOf, usageFault, UsageError } from '../../errors/errors.js';
import { ASK_LIMITS } from '../../exchange/ask-json.js';
import { openJournal } from '../../journal/open-journal.js';
import { formatSprt, parseSprt } from '../../stats/parse-sprt.js';
import { DEFAULT_SPRT } from '../../stats/sprt.js';
import { formatSections } from '../../terminal/format-sections.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { formatTimeLeft, showProgress } from '../../terminal/progress.js';
import { formatCount } from '../../views/numbers.js';
import { whole } from '../arguments.js';
import { savedFlags } from '../contest/contest-flags.js';
import type { ResumableKind } from '../contest/contest-kind.js';
import { openSaver, VERDICT_EXITS } from '../contest/run-contest.js';
import { formatInterruption, readCall, type WrittenCall } from '../contest/saved-command.js';
import { defineCommand } from '../define-command.js';
import { argument, callFlag, planFlag, type ValuesOf } from '../flags.js';
import { interruptSignal } from '../interrupt.js';
import { sayOnce } from '../arena/games.js';
import { MOST_SNAKES, NEW_GAME_FLAGS, openPlatform, orExplain, WHERE_FLAGS } from '../arena/open-platform.js';
import { chooseOwn, pairSnakes, prefixFor, readArenaConfig } from '../arena/own-snakes.js';
import { DuelGames } from './duel-games.js';
import { reportDuel, showDuel } from './duel-report.js';
import { createResultReader, type DuelSide } from './duel-results.js';
import { duelTallySchema, NEW_DUEL, type DuelTally } from './duel-tally.js';
import { listStrangers } from './strangers.js';

const DUEL_SPRT = { ...DEFAULT_SPRT, elo1: 30 };
const TEST_HELP = `the test that ends it (default: ${formatSprt(DUEL_SPRT).replaceAll(',', ', ')})`;

const FLAGS = [
  ...WHERE_FLAGS,
  ...NEW_GAME_FLAGS,
  planFlag('--strangers <N>', 'snakes of others in a game, near yours in rating', whole(1, MOST_SNAKES - 2), 2),
  planFlag('--games <N>', 'the most games', whole(1, 1_000_000), 20_000),
  planFlag('--sprt <TEST>', TEST_HELP),
  ...savedFlags('duel'),
  callFlag('--json', 'print the report as JSON'),
];

type DuelFlags = ValuesOf<typeof FLAGS>;
const DUEL: ResumableKind<DuelFlags, DuelTally> = { type: 'duel', flags: FLAGS, tally: duelTallySchema };

export default defineCommand({
  summary: 'compare two of your snakes',
  description: 'play games with two of your snakes on the platform until a test can tell\nwhich is better',
  arguments: [
    argument('[BASE]', 'your snake: its prefix, name or id; needed without --resume'),
    argument('[CANDIDATE]', 'the one to compare with it; needed without --resume'),
  ],
  flags: FLAGS,
  exits: {
    0: 'accepted',
    1: 'rejected',
    2: 'wrong usage',
    3: 'undecided, or the platform refuses',
    4: 'void: the host lost turns, or a side has changed',
  },
  footnote: 'Ctrl-C ends the duel and prints the report of the games so far.',
  examples: ['arena duel /greedy /cautious --save duel.json'],
  run: (written) => orExplain(() => duel(written), EXIT.undecided),
});

async function duel(written: WrittenCall<DuelFlags>): Promise<void> {
  const call = readCall(written, DUEL);
  const { flags, saved } = call;
  const { save, resume, board, gametype: game_type, strangers: perGame } = flags;
  if (call.names.length < 2)
    throw usageFault('CANDIDATE', 'is missing. Name two of your snakes, or give --resume FILE.');
  const sprt = flags.sprt === undefined ? DUEL_SPRT : parseSprt(flags.sprt, '--sprt');
  const platform = openPlatform(flags);
  const own = pairSnakes(readArenaConfig(flags.config), await platform.listSnakes());
  const toSide = (one: (typeof own)[number]): DuelSide => ({ ...one.registered!, prefix: prefixFor(one) });
  const [base, candidate] = chooseOwn(own, call.names).map(toSide) as [DuelSide, DuelSide];
  if (base.id === candidate.id) throw usageFault('CANDIDATE', 'is the base: there is nothing to compare.');
  const sides = [base.id, candidate.id] as const;
  const plan = { base: base.prefix, candidate: candidate.prefix, sprt };
  const test = formatSprt(sprt);
  const identity = { base: base.id, candidate: candidate.id, platform: platform.base, board, game_type, perGame, test };
  const saver = openSaver(DUEL, call, identity, { sprt: test });
  const file = save ?? resume;
  const mine = new Set(own.map(({ registered }) => registered?.id));
  const rankings = [...(await platform.listAllRankings(await platform.listLeaderboards())).values()];
  const strangers = listStrangers(rankings, sides, (id) => mine.has(id));
  if (strangers.length === 0) throw usageFault(platform.base, 'has no snakes of others on its leaderboards.');
  const said = new Set<string>();
  const warn = (problem: string) => sayOnce(`warning: ${problem}`, said);
  const journal = await openJournal(flags.config).catch((thrown: unknown) => {
    if (!(thrown instanceof UsageError)) throw thrown;
    warn(`results come from the platform, without lost turns: ${messageOf(thrown)}`);
  });
  const hurried = openPlatform(flags, { ...ASK_LIMITS, tries: 1 });
  const games = new DuelGames(
    {
      platform: hurried,
      game: { board, game_type },
      sides,
      strangers,
      perGame,
      mostGames: flags.games,
      sprt,
      read: createResultReader(hurried, [base, candidate], journal ?? undefined, warn),
      save(tally) {
        saver.save(tally);
        return file === undefined || saver.savedIn === file;
      },
      warn,
    },
    saved?.tally ?? NEW_DUEL,
  );
  const hideProgress = showProgress({
    output: process.stderr,
    done: () => games.tally.pairs,
    format(rate) {
      const report = reportDuel(games.tally, plan);
      const left = formatTimeLeft(report.gamesNeeded ?? undefined, rate);
      const doubt = report.void === null ? [] : ['void'];
      return [formatCount(report.games, 'game'), ...standOf(report), ...doubt, left].join('  ');
    },
  });
  try {
    await games.play(interruptSignal());
  } finally {
    hideProgress();
    await journal?.close();
  }
  saver.save(games.tally);
  const report = reportDuel(games.tally, plan);
  if (flags.json === true) printJson(report);
  else
    print(formatSections(`candidate ${plan.candidate} against base ${plan.base}`, showDuel(report), terminalWidth()));
  if (games.failure !== undefined) printError(games.failure);
  if (!games.isOver) printError(formatInterruption('duel', saver.savedIn, flags));
  process.exitCode = report.void === null ? VERDICT_EXITS[report.verdict!] : EXIT.notPlayed;
}
