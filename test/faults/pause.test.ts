/** Faults of time: a host that is stopped and continued, and wall clocks that jump. */
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GameRow } from '../../src/views/game-rows.js';
import { until } from '../support/soon.js';
import { describeFaults } from './describe-faults.js';
import type { Fault, Scene } from './fault.js';

/** Short enough that the current turn can still be answered in time, in ms. */
const LONGEST_PAUSE_MS = 250;

/** Stops the host for a moment, as a busy machine or a suspended container does. */
const pausedHost: Fault = {
  name: 'paused-host',
  what: `SIGSTOP to the host for up to ${LONGEST_PAUSE_MS} ms`,
  hurtsStrategies: true,
  inflict: ({ host, chance, repeat }) =>
    repeat(150, async () => {
      host.process.signal('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 20 + chance.below(LONGEST_PAUSE_MS - 20)));
      host.process.signal('SIGCONT');
    }),
};

/** A module that shifts `Date` when SIGUSR2 comes; the next shift is on standard input's place: a file. */
const SHIFTER = `
const RealDate = Date;
let shift = 0;
const steps = [3600e3, -7200e3, 86400e3 * 400, -86400e3 * 800, 1e3, -1e3];
let next = 0;
globalThis.Date = class Date extends RealDate {
  constructor(...args) { if (args.length === 0) super(RealDate.now() + shift); else super(...args); }
  static now() { return RealDate.now() + shift; }
};
process.on('SIGUSR2', () => { shift += steps[next++ % steps.length]; });
`;

/**
 * Steps the wall clock of the host's JavaScript back and forth, because the system's clock belongs to the whole
 * machine. The deadlines of the host must depend on neither.
 */
const clockSteps: Fault = {
  name: 'clock-steps',
  what: 'the host’s Date jumps by hours and years, both ways',
  prepare(folder) {
    const file = join(folder, 'shift-clock.mjs');
    writeFileSync(file, SHIFTER);
    return { nodeArgs: ['--import', pathToFileURL(file).href] };
  },
  inflict: ({ host, repeat }) => repeat(100, () => host.process.signal('SIGUSR2')),
};

const HOUR_MS = 3600_000;
/** What libfaketime adds to the wall clock, in turn. */
const WALL_STEPS = ['+1h', '-1h', '+1d', '+2d', '-1d', '+400d', '+0'] as const;
const FURTHEST_STEP_MS = 401 * 24 * HOUR_MS;
/** The journal of this fault keeps the least that a configuration allows: steps go beyond it. */
const KEPT_DAYS = 1;

/**
 * Steps the wall clock that the host's process sees, below JavaScript: its threads and SQLite see it, too. The system's
 * own clock belongs to the whole machine.
 */
const wallClock: Fault = {
  name: 'wall-clock',
  what: `libfaketime steps the host’s wall clock by ${WALL_STEPS.join(', ')}`,
  unavailable: () => (findFaketime() === undefined ? 'needs libfaketime' : undefined),
  prepare(folder) {
    setWallClock(folder, '+0');
    return {
      keepDays: KEPT_DAYS,
      env: {
        LD_PRELOAD: findFaketime()!,
        FAKETIME_TIMESTAMP_FILE: join(folder, 'wall-clock'),
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    };
  },
  async begin({ host, folder, report }) {
    setWallClock(folder, '+1d');
    // Node keeps the header for a second.
    await until(async () => {
      const { headers } = await fetch(`${host.process.url}/healthz`);
      return Date.parse(headers.get('date')!) > Date.now() + HOUR_MS;
    }).catch(() => report('libfaketime did not step the clock'));
  },
  async inflict({ folder, repeat }) {
    const times = await repeat(150, (time) => setWallClock(folder, WALL_STEPS[time % WALL_STEPS.length]!));
    setWallClock(folder, '+0');
    return times;
  },
  aftermath: keptItsGames,
};

/** All games of the fault are in the journal, with times that are possible and in order. */
async function keptItsGames({ host, game }: Scene): Promise<string[]> {
  await game.plays(20);
  // The running game may still be missing.
  const expected = [...game.games].slice(0, -2);
  const problems: string[] = [];
  let games: readonly GameRow[] = [];
  let missing = expected;
  await until(async () => {
    games = await host.process.games();
    missing = expected.slice(-200).filter((id) => !games.some((kept) => kept.game === id));
    return missing.length === 0;
  }).catch(() => problems.push(`${missing.length} of ${expected.length} games are not in the journal`));
  for (const { game: id, startedAt: began, endedAt: ended = began } of games) {
    if (!(Math.abs(began - Date.now()) < FURTHEST_STEP_MS)) problems.push(`game ${id} began at ${began}`);
    if (!(ended >= began)) problems.push(`game ${id} ended ${began - ended} ms before it began`);
  }
  return problems;
}

/** Where a package manager puts libfaketime; `undefined` if it is not installed, or this is not Linux. */
function findFaketime(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const folders = ['/usr/lib', '/usr/local/lib', '/usr/lib64'];
  const machines = folders.flatMap((folder) =>
    existsSync(folder) ? [folder, ...readdirSync(folder).map((name) => join(folder, name))] : [],
  );
  return machines.map((folder) => join(folder, 'faketime', 'libfaketime.so.1')).find((file) => existsSync(file));
}

/** In one step: the host may read the file at any moment. */
function setWallClock(folder: string, step: string): void {
  const file = join(folder, 'wall-clock');
  writeFileSync(`${file}.next`, step);
  renameSync(`${file}.next`, file);
}

describeFaults('time', [pausedHost, clockSteps, wallClock]);
