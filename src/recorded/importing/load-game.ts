/** Loads a game with all its frames from an engine, the platform or another host. Called by `import`. */
import { isRecord } from '../../errors/kind-of.js';
import type { ViewerFrame, ViewerGame } from '../../wire/viewer.js';
import { askJson, ASK_LIMITS, type AskLimits, type JsonAnswer } from '../../exchange/ask-json.js';
import type { FullGameRow } from '../../views/game-rows.js';
import { fromFrames } from './from-frames.js';
import { withGiven, type GivenGame } from './given-game.js';
import type { GameAddress } from './locate-game.js';
import { fieldOf, MAX_FRAMES, MAX_GAME_BYTES } from '../read-values.js';
import { readFrame, readGame } from './read-viewer.js';
import { SourceError } from './game-boards.js';
import { toRows } from './to-rows.js';

/** Limits for loading a game. */
export interface LoadLimits extends AskLimits {
  /** Frames per request; a page with fewer is the last. */
  readonly pageFrames: number;
  readonly maxFrames: number;
  /** Most bytes of all pages together. */
  readonly maxGameBytes: number;
}

/** For engines on the internet. */
export const LOAD_LIMITS: LoadLimits = {
  ...ASK_LIMITS,
  pageFrames: 100,
  maxFrames: MAX_FRAMES,
  maxGameBytes: MAX_GAME_BYTES,
};

export interface LoadedGame {
  readonly game: ViewerGame;
  readonly frames: readonly ViewerFrame[];
  /** The URL that it was read from. */
  readonly from: string;
}

/**
 * Loads a game. If `BASE/games/ID` is no game, as on the platform, it tries `BASE/api/games/ID` as well. Throws a
 * {@link SourceError} that says what is wrong: no such game, an unreachable engine, frames that make no sense.
 */
export async function loadGame({ base, id }: GameAddress, limits: LoadLimits = LOAD_LIMITS): Promise<LoadedGame> {
  const bases = base.endsWith('/api') ? [base] : [base, `${base}/api`];
  let refusal = '';
  for (const each of bases) {
    const from = `${each}/games/${encodeURIComponent(id)}`;
    const answer = await getJson(new URL(from), limits);
    const game = gameIn(answer, from);
    if (typeof game !== 'string') return { game, frames: await loadFrames(from, limits), from };
    // If the first answer is a page, the second answer decides.
    if (refusal === '' || !('status' in answer) || answer.status === 404) refusal = game;
  }
  throw new SourceError(refusal);
}

/** A loaded game, with given facts, as each of its snakes played it. Throws like {@link loadGame}. */
export async function loadRows(address: GameAddress, given: GivenGame): Promise<FullGameRow[]> {
  const { game, frames, from } = await loadGame(address);
  return toRows(fromFrames(withGiven(game, given), frames, given.winner), { from, at: Date.now() });
}

/** Throws a {@link SourceError} if there is no answer. */
async function getJson(url: URL, limits: AskLimits): Promise<JsonAnswer> {
  const answer = await askJson(url, { limits });
  if ('problem' in answer && answer.status === undefined) throw new SourceError(`${url.host} ${answer.problem}`);
  return answer;
}

/** The game of an answer, or the reason why it has none. */
function gameIn(answer: JsonAnswer, from: string): ViewerGame | string {
  const { host } = new URL(from);
  if ('problem' in answer) {
    return answer.status === 404 ? `does not exist on ${host}` : `cannot be read: ${host} ${answer.problem}`;
  }
  const game = fieldOf(answer.value, 'Game');
  return isRecord(game) ? readGame(game, '/Game') : `cannot be read: ${host} answers without a "Game"`;
}

/** All frames, page by page. Throws at a page that repeats earlier turns. */
async function loadFrames(from: string, limits: LoadLimits): Promise<ViewerFrame[]> {
  const { pageFrames, maxFrames, maxGameBytes } = limits;
  const frames: ViewerFrame[] = [];
  const turns = new Set<number>();
  let bytes = 0;
  for (;;) {
    const url = new URL(`${from}/frames?offset=${frames.length}&limit=${pageFrames}`);
    const answer = await getJson(url, limits);
    if ('problem' in answer) {
      throw new SourceError(`has frames that cannot be read from ${frames.length} on: ${url.host} ${answer.problem}`);
    }
    const page = framesIn(answer.value, frames.length);
    const known = turns.size;
    for (const { Turn } of page) turns.add(Turn);
    if (page.length > 0 && turns.size === known) {
      throw new SourceError(`has frames without end: those from ${frames.length} on repeat earlier turns`);
    }
    frames.push(...page);
    bytes += answer.bytes;
    if (page.length < pageFrames) return frames;
    if (frames.length > maxFrames) throw new SourceError(`has more than ${maxFrames} frames`);
    if (bytes > maxGameBytes) throw new SourceError(`has frames of more than ${maxGameBytes} bytes`);
  }
}

/** The frames of a page; engines in Go send `null` for none. A server may send more than it was asked for. */
function framesIn(value: unknown, offset: number): ViewerFrame[] {
  const sent = fieldOf(value, 'Frames');
  const list = sent === null ? [] : sent;
  if (!Array.isArray(list)) throw new SourceError(`has no list of frames from ${offset} on`);
  return list.map((frame, index) => readFrame(frame, `/frames/${offset + index}`));
}
