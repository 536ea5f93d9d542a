/** Whose game it is: tells the requests of its engine from those that somebody else sends under its ids. */
import type { Coordinate } from '../../rules/types.js';
import type { GameRequest } from '../../wire/resources.js';
import type { Arrival } from '../mount.js';

/** An engine that is silent for this long has probably given up its game, in ms: whoever asks then is believed. */
const SILENT_MS = 30_000;
/** How many turns at most a request from elsewhere may be ahead of the last: a few may be lost, or go astray. */
const MAX_STEPS = 3;

/** What a request says that stays the same for a whole game. */
type Settings = Readonly<Record<'ruleset' | 'version' | 'map' | 'source', string>> &
  Readonly<Record<'timeout' | 'width' | 'height', number>>;

/**
 * Owns what a game began with, the address that asks for it, and where its snake was on the last turn.
 *
 * Guarantees that the engine is always believed: whatever comes from its address, what fits the game from elsewhere,
 * since an engine may change its address, and anybody once it has been silent for half a minute.
 */
export class GameOwner {
  readonly #settings: Settings;
  #address: string | undefined;
  #heardAt = -Infinity;
  #turn = -1;
  #head: Coordinate | undefined;

  constructor(request: GameRequest, { from }: Pick<Arrival, 'from'>) {
    this.#settings = settingsOf(request);
    this.#address = from?.name;
  }

  /** Whether a request comes from the engine's address, as all do in a local game. */
  isFrom({ from }: Pick<Arrival, 'from'>): boolean {
    return from === undefined || from.name === this.#address;
  }

  /** Why a `/move` is not the engine's; `undefined` if it may be. */
  denyMove(request: GameRequest, arrival: Arrival): string | undefined {
    if (this.#isTrusted(arrival)) return undefined;
    const steps = request.turn - this.#turn;
    if (steps < 1 || steps > MAX_STEPS) return 'its turn is not the next';
    return this.#deny(request, steps);
  }

  /** Why a `/start` is not the engine's. */
  denyStart(arrival: Arrival): string | undefined {
    return this.#isTrusted(arrival) ? undefined : 'the game is under way';
  }

  /** Why an `/end` is not the engine's. */
  denyEnd(request: GameRequest, arrival: Arrival): string | undefined {
    if (this.#isTrusted(arrival)) return undefined;
    const steps = request.turn - this.#turn;
    return steps < 0 ? 'its turn is over' : this.#deny(request, steps);
  }

  /** Takes note of a request that was believed. */
  note({ turn, you }: GameRequest, { at, from }: Pick<Arrival, 'at' | 'from'>): void {
    if (!this.isFrom({ from }) && at - this.#heardAt >= SILENT_MS) this.#address = from?.name;
    if (this.isFrom({ from })) this.#heardAt = at;
    this.#turn = turn;
    this.#head = { ...you.body[0]! };
  }

  #isTrusted(arrival: Arrival): boolean {
    return this.isFrom(arrival) || arrival.at - this.#heardAt >= SILENT_MS;
  }

  #deny(request: GameRequest, steps: number): string | undefined {
    const settings = settingsOf(request);
    const other = Object.keys(settings).find((name) => settings[name as 'map'] !== this.#settings[name as 'map']);
    if (other !== undefined) return `its ${other} is another`;
    const { body } = request.you;
    const head = this.#head;
    const isHere = ({ x, y }: Coordinate) => x === head?.x && y === head.y;
    return body.length <= steps || body.slice(0, steps + 1).some(isHere) ? undefined : 'its snake was elsewhere';
  }
}

function settingsOf({ game: { timeout, ruleset, map, source }, board: { width, height } }: GameRequest): Settings {
  return { ruleset: ruleset.name, version: ruleset.version, map, source, timeout, width, height };
}
