/** Whole games as engines play them: the health probe, games in each dialect, and many games at once. */
import { randomUUID } from 'node:crypto';
import { DIALECTS, type EngineDialect } from '../../arena/game/dialects.js';
import { play } from '../../arena/game/play.js';
import type { WatcherTurn } from '../../arena/game/watcher.js';
import { LOCAL_SOURCE } from '../../views/game-rows.js';
import { formatCount } from '../../views/numbers.js';
import { probeBody } from './probe.js';
import { good, wrong, type Finding, remedyFor } from './finding.js';
import { withAction, type EngineBody, type EngineSession } from './engine-session.js';

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
    const { problem, took } = await session.ask(action, body);
    if (problem !== undefined) return wrong('bad', check, problem, remedyFor(problem, session.timeout));
    times.push(took.toFixed(1));
  }
  return good(check, `passes; /start, /move and /end took ${times.join('/')} ms`);
}

/** A short game in the dialect of each engine, with its pauses, connections and bodies. */
export async function checkDialects(session: EngineSession): Promise<Finding[]> {
  const engines = [
    ['the platform', DIALECTS.arena],
    ['command line', DIALECTS.cli],
  ] as const;
  const findings: Finding[] = [];
  for (const [name, dialect] of engines) {
    const { problems, turns } = await playShort(session, dialect, TURNS);
    const [first] = problems;
    if (first === undefined) findings.push(good(`game, ${name}`, `${formatCount(turns, 'turn')} without a fault`));
    else {
      const message = `${first}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`;
      findings.push(wrong('bad', `game, ${name}`, message, remedyFor(first, session.timeout)));
    }
  }
  return findings;
}

/** Ten games in parallel, as the platform may play them. */
export async function checkManyGames(session: EngineSession): Promise<Finding> {
  const games = await Promise.all(
    Array.from({ length: GAMES_AT_ONCE }, () => playShort(session, DIALECTS.arena, TURNS_AT_ONCE)),
  );
  const problems = games.flatMap((game) => game.problems);
  const turns = games.reduce((sum, game) => sum + game.turns, 0);
  const check = `${GAMES_AT_ONCE} games at once`;
  const [first] = problems;
  if (first === undefined) return good(check, `${formatCount(turns, 'turn')} without a fault`);
  const message = `${formatCount(problems.length, 'request')} failed in ${formatCount(turns, 'turn')}: ${first}`;
  const remedy = 'Answer requests side by side, in threads or processes, and give each turn less time to think.';
  return wrong('bad', check, message, remedy);
}

/** A solo game that ends with its first death or after the last turn. */
async function playShort(session: EngineSession, dialect: EngineDialect, maxTurns: number) {
  const problems: string[] = [];
  let turns = 0;
  const watcher = {
    played({ replies: [reply] }: WatcherTurn) {
      turns++;
      if (reply?.problem !== undefined) problems.push(withAction('move', reply.problem));
    },
    remarked: (_: number, remark: string) => void problems.push(remark),
  };
  const participants = [session.participant(dialect)];
  const { timeout } = session;
  await play({
    participants,
    dialect,
    timeout,
    maxTurns,
    seed: randomUUID(),
    source: LOCAL_SOURCE,
    watchers: [watcher],
  });
  return { problems, turns };
}
