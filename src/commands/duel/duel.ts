/** `serpentarium arena duel`: plays games of two snakes on the platform until a test can tell which is better. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readContestFile } from '../../arena/contest/contest-file.js';
import { isContestOver } from '../../arena/contest/play-contest.js';
import { eloOf } from '../../arena/contest/sample-report.js';
import { EXIT, messageOf, usageFault, UsageError } from '../../errors/errors.js';
import { ASK_LIMITS } from '../../exchange/ask-json.js';
import { openJournal } from '../../journal/open-journal.js';
import { formatSprt, parseSprt } from '../../stats/parse-sprt.js';
import { DEFAULT_SPRT } from '../../stats/sprt.js';
import { formatSections } from '../../terminal/format-sections.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { formatTimeLeft } from '../../terminal/progress.js';
import { formatCount, formatElo } from '../../views/numbers.js';
import { whole } from '../arguments.js';
import { savedFlags } from '../contest/contest-flags.js';
import type { ResumableKind } from '../contest/contest-kind.js';
import { openSaver, playShown } from '../contest/run-contest.js';
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
import { duelTallySchema, scheduleDuel, type DuelTally } from './duel-tally.js';
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
  const plan = { base: base.prefix, candidate: candidate.prefix, sprt };
  const test = formatSprt(sprt);
  const identity = { base: base.id, candidate: candidate.id, platform: platform.base, board, game_type, perGame, test };
  const saver = openSaver(DUEL, call, identity, { sprt: test });
  const file = save ?? resume;
  const isMine = (id: string) => own.some(({ registered }) => registered?.id === id);
  const isSide = (id: string) => id === base.id || id === candidate.id;
  const strangers = listStrangers(await platform.listEntries(), isSide, isMine);
  if (strangers.length === 0) throw usageFault(platform.base, 'has no snakes of others on its leaderboards.');
  const said = new Set<string>();
  const warn = (problem: string) => sayOnce(`warning: ${problem}`, said);
  const journal = await openJournal(flags.config).catch((thrown: unknown) => {
    if (!(thrown instanceof UsageError)) throw thrown;
    warn(`results come from the platform, without lost turns: ${messageOf(thrown)}`);
  });
  const schedule = scheduleDuel(sprt, flags.games);
  let tally = saved?.tally ?? schedule.start;
  const keep = (change: Partial<DuelTally>): boolean => {
    saver.save((tally = { ...tally, ...change }));
    return file === undefined || saver.savedIn === file;
  };
  const hurried = openPlatform(flags, { ...ASK_LIMITS, tries: 1 });
  const games = new DuelGames(
    {
      platform: hurried,
      game: { board, game_type },
      sides: [base.id, candidate.id],
      strangers,
      perGame,
      read: createResultReader(hurried, [base, candidate], journal ?? undefined, warn),
      isKnown: (id) => file !== undefined && listOthers(file).has(id),
      save: keep,
      warn,
    },
    tally,
  );
  const keepPairs = ({ pairs }: DuelTally) => void keep({ pairs, ...games.state });
  const format = (latest: DuelTally, rate: number) => {
    const report = reportDuel(latest, plan);
    const stand = [
      formatCount(report.games, 'game'),
      `Elo ${formatElo(eloOf(report))}`,
      `LLR ${report.llr!.toFixed(2)}`,
    ];
    const left = formatTimeLeft(report.gamesNeeded ?? undefined, rate);
    return [...stand, ...(report.void === null ? [] : ['void']), left].join('  ');
  };
  const kept = { save: keepPairs, saveSometimes: keepPairs };
  const last = await playShown(schedule, games, tally, kept, format).finally(() => journal?.close());
  const report = reportDuel({ ...last, games: games.state.games }, plan);
  if (flags.json === true) printJson(report);
  else
    print(formatSections(`candidate ${plan.candidate} against base ${plan.base}`, showDuel(report), terminalWidth()));
  const isStopped = interruptSignal().aborted || games.failure !== undefined;
  if (isStopped && !isContestOver(schedule, last)) printError(formatInterruption('duel', saver.savedIn, flags));
  process.exitCode =
    report.void === null
      ? { H1: EXIT.ok, H0: EXIT.failed, undecided: EXIT.undecided }[report.verdict!]
      : EXIT.notPlayed;
}

/** The ids of the games of other duels that are saved in the same folder. */
function listOthers(file: string): Set<string> {
  const folder = dirname(file);
  const others = readdirSync(folder).filter((name) => resolve(folder, name) !== resolve(file));
  const ids = others.flatMap((name) => {
    try {
      return readContestFile<DuelTally>(join(folder, name), DUEL).tally.games.map(({ id }) => id ?? '');
    } catch {
      return [];
    }
  });
  return new Set(ids);
}
