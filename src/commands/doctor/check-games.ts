/** Whole games as engines play them: the health probe, games in each dialect, and many games at once. */
import { randomUUID } from 'node:crypto';
import { DIALECTS, type EngineDialect } from '../../arena/game/dialects.js';
import { play } from '../../arena/game/play.js';
import { LOCAL_SOURCE } from '../../views/game-rows.js';
import { formatCount } from '../../views/numbers.js';
import { probeBody } from './probe.js';
import type { EngineBody, EngineSession, Trouble } from './engine-session.js';
import { bad, good, type Finding } from './finding.js';

/** Turns of a test game. */
const TURNS = 12;
const TURNS_AT_ONCE = 8;
/** The platform opens this many connections to a host at once. */
const GAMES_AT_ONCE = 10;

/** The platform's health probe: a snake that fails it is removed from its games. Stops at the first problem. */
export async function checkProbe(session: EngineSession): Promise<Finding> {
  const check = 'health probe';
  const body = probeBody() as EngineBody;
  const times: string[] = [];
  for (const action of ['start', 'move', 'end'] as const) {
    const { failure, took } = await session.ask(action, body);
    if (failure !== undefined) return bad(check, failure.message, failure.remedy);
    times.push(took.toFixed(1));
  }
  return good(check, `passes; /start, /move and /end took ${times.join('/')} ms`);
}

/** A short game in the dialect of each engine, with its pauses, connections and bodies. */
export async function checkDialects(session: EngineSession): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, dialect] of Object.entries({
    'game, the platform': DIALECTS.arena,
    'game, command line': DIALECTS.cli,
  })) {
    const { failures, turns } = await playShort(session, dialect, TURNS);
    const [first] = failures;
    const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
    if (first === undefined) findings.push(good(check, `${formatCount(turns, 'turn')} without a fault`));
    else findings.push(bad(check, first.message + more, first.remedy));
  }
  return findings;
}

/** Ten games in parallel, as the platform may play them. */
export async function checkManyGames(session: EngineSession): Promise<Finding> {
  const games = await Promise.all(
    Array.from({ length: GAMES_AT_ONCE }, () => playShort(session, DIALECTS.arena, TURNS_AT_ONCE)),
  );
  const failures = games.flatMap((game) => game.failures);
  const turns = games.reduce((sum, game) => sum + game.turns, 0);
  const check = `${GAMES_AT_ONCE} games at once`;
  const [first] = failures;
  if (first === undefined) return good(check, `${formatCount(turns, 'turn')} without a fault`);
  const message = `${formatCount(failures.length, 'request')} failed in ${formatCount(turns, 'turn')}: ${first.message}`;
  const remedy = 'Answer requests side by side, in threads or processes, and give each turn less time to think.';
  return bad(check, message, remedy);
}

/** A solo game that ends with its first death or after the last turn. */
async function playShort(session: EngineSession, dialect: EngineDialect, maxTurns: number) {
  const failures: Trouble[] = [];
  let turns = 0;
  await play({
    participants: [{ snake: session.snake(dialect, failures), name: 'doctor' }],
    dialect,
    timeout: session.timeout,
    maxTurns,
    seed: randomUUID(),
    source: LOCAL_SOURCE,
    watchers: [{ played: () => void turns++ }],
  });
  return { failures, turns };
}
