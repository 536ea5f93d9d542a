/** The platform's health probe, played against a mounted snake: a snake has to pass it before it may play. */
import { parseRequest } from '../../wire/reader.js';
import type { Answer } from '../../wire/responses.js';
import type { Mount } from '../../snakes/mount.js';

/** How a snake did. Times in ms. */
export interface ProbeReport {
  readonly mount: Mount;
  readonly answer: Answer;
  readonly times: { readonly start: number; readonly move: number; readonly end: number };
}

/** Starts, moves and ends as the platform does: a standard game on turn 0, the snake alone on 11×11. */
export async function probe(mount: Mount): Promise<ProbeReport> {
  const text = JSON.stringify(probeBody());
  const call = () => [parseRequest(text), { text, at: performance.now() }] as const;

  const begun = performance.now();
  mount.start(...call());
  const started = performance.now();
  const answer = await mount.answer(...call());
  const moved = performance.now();
  mount.end(...call());
  return { mount, answer, times: { start: started - begun, move: moved - started, end: performance.now() - moved } };
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
    game: { id: 'health-check', ruleset: { name: 'standard', version: 'v1.0.0' }, map: '', timeout: 500, source: '' },
    turn: 0,
    board: { width: 11, height: 11, food: [{ x: 8, y: 8 }], hazards: [], snakes: [you] },
    you,
  };
}
