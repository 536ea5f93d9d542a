/** Requests that engines send now and then, and that servers stumble over. */
import { good, wrong, type Finding } from './finding.js';
import { corpseBoards, lostEndOf, longBody, middleBody, unknownBody } from './bodies.js';
import type { Asked, EngineBody, EngineSession } from './engine-session.js';

type Action = 'start' | 'move' | 'end';

/** One check: the requests of a game, in order. */
interface RequestCheck {
  readonly check: string;
  readonly calls: () => readonly (readonly [Action, EngineBody])[];
  readonly remedy: string;
}

const CHECKS: readonly RequestCheck[] = [
  {
    check: 'long body',
    calls: () => wholeGame(longBody()),
    remedy: 'Take bodies of 6 MB at least: hazards in stacks and the shouts of others make them long.',
  },
  {
    check: 'unknown fields',
    calls: () => wholeGame(unknownBody()),
    remedy: 'Ignore fields, rulesets and maps that you do not know: engines add some from time to time.',
  },
  {
    check: 'game without start',
    calls: () => wholeGame(middleBody()).slice(1),
    remedy: 'Make the memory of a game on its first /move if there is none: after a restart no /start comes again.',
  },
  {
    check: 'game played again',
    calls() {
      const body = middleBody();
      const first = { ...body, turn: 0 };
      const began = [...(['start', 'move'] as const)].map((action) => [action, first] as const);
      return [...began, ['move', body], ...began, ['move', body], ['move', body], ['end', lostEndOf(body)]];
    },
    remedy: 'After a crash, the platform plays a game again from turn 0 with the same ids: begin its memory again.',
  },
];

/** Sends them one after the other. */
export async function checkRequests(session: EngineSession): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { check, calls, remedy } of CHECKS) {
    const problems: string[] = [];
    for (const [action, body] of calls()) problems.push(...problemsOf(action, await session.ask(action, body)));
    const [first] = problems;
    findings.push(first === undefined ? good(check, 'answered') : wrong('bad', check, first, remedy));
  }
  return findings;
}

/** Whether the snake goes where a dead one lies if that is its only way. */
export async function checkCorpse(session: EngineSession): Promise<Finding> {
  const check = 'the dead on the board';
  const wrongMoves: string[] = [];
  for (const { body, free } of corpseBoards()) {
    const game = wholeGame(body);
    for (const [action, sent] of game) {
      const asked = await session.ask(action, sent);
      const [problem] = problemsOf(action, asked);
      if (problem !== undefined) return wrong('bad', check, problem, 'The log of the server says more.');
      if (action === 'move' && asked.move !== free) wrongMoves.push(`${asked.move} instead of ${free}`);
    }
  }
  if (wrongMoves.length === 0) return good(check, 'are no obstacle to it');
  return wrong(
    'warning',
    check,
    `it moves ${wrongMoves.join(', ')}, to its death: it takes them for obstacles, or does not look ahead`,
    'The platform leaves dead snakes on the board, unmarked: leave out those with a head off the board or in a body.',
  );
}

function wholeGame(body: EngineBody): readonly (readonly [Action, EngineBody])[] {
  return [
    ['start', body],
    ['move', body],
    ['end', lostEndOf(body)],
  ];
}

function problemsOf(action: Action, { problem }: Asked): string[] {
  if (problem === undefined) return [];
  return [problem.startsWith('/') ? problem : `/${action} ${problem}`];
}
