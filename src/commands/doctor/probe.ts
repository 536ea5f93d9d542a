/** The platform's health probe, played against a mounted snake: a snake has to pass it before it may play. */
import { parseRequest } from '../../wire/reader.js';
import type { Answer } from '../../wire/responses.js';
import type { Mount } from '../../snakes/mount.js';

export const PROBE_TIMEOUT = 500;

/** Starts, moves and ends as the platform does: a standard game on turn 0, the snake alone on 11×11. */
export async function probe(mount: Mount): Promise<Answer> {
  const text = JSON.stringify(probeBody());
  const call = () => [parseRequest(text), { text, at: performance.now() }] as const;
  mount.start(...call());
  const answer = await mount.answer(...call());
  mount.end(...call());
  return answer;
}

export function probeBody(): object {
  const cell = { x: 5, y: 5 };
  const you = {
    id: 'probe',
    name: 'probe',
    health: 100,
    body: [cell, cell, cell],
    head: cell,
    length: 3,
    latency: '0',
  };
  return {
    game: {
      id: 'health-check',
      ruleset: { name: 'standard', version: 'v1.0.0' },
      map: '',
      timeout: PROBE_TIMEOUT,
      source: '',
    },
    turn: 0,
    board: { width: 11, height: 11, food: [{ x: 8, y: 8 }], hazards: [], snakes: [you] },
    you,
  };
}
