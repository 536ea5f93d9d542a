/** The child processes of one strategy, and which of them plays which game. Used by the process runner. */
import { Child, type ChildOwner, type InterruptedExit } from './child.js';
import type { ChildSpec } from './child-spec.js';

/** A child ends when it has had no game for this long, in ms; the last one of a snake that shares none stays. */
const IDLE_CHILD_MS = 30_000;
/** Most children that share no games, if the configuration does not say. */
const MOST_CHILDREN = 64;

/**
 * Owns the children of one strategy.
 *
 * Guarantees that each game stays with one child while that child lives, that a child which was told to end is given
 * no game, and that overlapping games get a child each while there is room. Never decides what becomes of the moves of
 * a child that died.
 */
export class Children implements ChildOwner {
  readonly #spec: ChildSpec;
  readonly #exited: (child: Child, exit: InterruptedExit) => void;
  #strategyOptions: Record<string, unknown> = {};
  readonly #running: Child[] = [];
  /** Those that were told to end because they were idle, until they are gone. */
  readonly #retired = new Set<Child>();
  readonly #childOf = new Map<string, Child>();
  /** Those for games whose requests take long to read, so that no other game waits for that. */
  readonly #forLarge = new Set<Child>();
  /** Of those that have no game. */
  readonly #idleTimers = new Map<Child, NodeJS.Timeout>();

  inVain = 0;

  /** Whether each of them plays one game at a time. */
  #playOne = false;

  /** @param exited called with each child that is gone, unless it was told to end because it was idle. */
  constructor(spec: ChildSpec, exited: (child: Child, exit: InterruptedExit) => void) {
    this.#spec = spec;
    this.#exited = exited;
  }

  /** Those that can be given games. */
  get all(): readonly Child[] {
    return this.#running;
  }

  /** The child that plays a game. */
  of(key: string): Child | undefined {
    return this.#childOf.get(key);
  }

  setOptions(options: Record<string, unknown>): void {
    this.#strategyOptions = options;
    for (const child of this.#running) child.setOptions(options);
  }

  /** From here on, no child has two games: a game that finds none of its own has none. */
  playOneEach(): void {
    this.#playOne = true;
  }

  spawn(): Child {
    const child = new Child(this.#spec, this);
    this.#running.push(child);
    child.setOptions(this.#strategyOptions);
    if (child.pid !== undefined) this.#spec.report({ type: 'childStarted', pid: child.pid });
    this.#spec.ceiling?.add(child);
    this.#endLater(child);
    return child;
  }

  /**
   * The child that plays this game: the one that has it; or else an idle one, a new one, or the one with the fewest
   * games. A game with a large request leaves its child for one that plays such games only, if that can be had.
   *
   * @param maySpawn whether a child may be started.
   */
  assign(key: string, maySpawn: boolean, isLarge = false): Child | undefined {
    const assigned = this.#childOf.get(key);
    const large = isLarge && !this.#playOne ? this.#chooseForLarge(maySpawn) : undefined;
    if (assigned !== undefined && (large === undefined || this.#forLarge.has(assigned))) return assigned;
    this.leave(key)?.forget(key);
    const child = large ?? this.#choose(maySpawn);
    if (child === undefined) return undefined;
    this.#childOf.set(key, child);
    this.#stay(child);
    child.games.add(key);
    return child;
  }

  /** Takes a game from its child. Returns that child. */
  leave(key: string): Child | undefined {
    const child = this.#childOf.get(key);
    if (child === undefined) return undefined;
    this.#childOf.delete(key);
    child.games.delete(key);
    if (child.games.size === 0) this.#endLater(child);
    return child;
  }

  /** Ends all of them. Resolves when they are gone. */
  async close(): Promise<void> {
    const all = [...this.#running, ...this.#retired];
    for (const child of all) this.#stay(child);
    for (const child of all) child.stop('the host is closing');
    await Promise.all(all.map((child) => child.gone()));
  }

  /** The child with the fewest games, or a new one if all have some and one may be started. */
  #choose(maySpawn: boolean): Child | undefined {
    const weight = (child: Child) => child.games.size + (this.#forLarge.has(child) ? Infinity : 0);
    const [least] = this.#running.toSorted((a, b) => weight(a) - weight(b) || 0);
    if (least !== undefined && weight(least) === 0) return least;
    if (!maySpawn) return this.#playOne ? undefined : least;
    if (least === undefined || this.#forLarge.has(least) || this.#mayAdd()) return this.spawn();
    return this.#playOne ? undefined : least;
  }

  #chooseForLarge(maySpawn: boolean): Child | undefined {
    const [known] = this.#forLarge;
    if (known !== undefined || !maySpawn || this.#spec.ceiling?.hasRoom() === false) return known;
    const child = this.spawn();
    this.#forLarge.add(child);
    return child;
  }

  /** Whether one may be started beside those that are there. */
  #mayAdd(): boolean {
    const { processes, shares = false, ceiling, lane } = this.#spec;
    if (this.#running.length - this.#forLarge.size >= (shares && this.#playOne ? MOST_CHILDREN : processes))
      return false;
    if (ceiling === undefined) return true;
    if (this.#playOne) return ceiling.hasRoom();
    return (!shares || (lane?.isLight !== true && ceiling.hasCore())) && ceiling.hasRoom();
  }

  /** It has no game: ends it if that stays so. */
  #endLater(child: Child): void {
    const { shares = false, timeouts } = this.#spec;
    const end = (): void => {
      if (!child.isIdle) return this.#endLater(child);
      const others = this.#running.length - this.#forLarge.size;
      if (shares || this.#forLarge.has(child) || others > 1) child.retire('it had nothing to do');
    };
    clearTimeout(this.#idleTimers.get(child));
    this.#idleTimers.set(child, setTimeout(end, timeouts?.idle ?? IDLE_CHILD_MS).unref());
  }

  #stay(child: Child): void {
    clearTimeout(this.#idleTimers.get(child));
    this.#idleTimers.delete(child);
  }

  retiring(child: Child): void {
    this.#forget(child);
    this.#retired.add(child);
  }

  exited(child: Child, exit: InterruptedExit): void {
    if (this.#retired.delete(child)) return this.#spec.report({ type: 'childStopped', pid: child.pid!, exit });
    this.#forget(child);
    for (const key of child.games) this.#childOf.delete(key);
    this.#exited(child, exit);
  }

  #forget(child: Child): void {
    this.#forLarge.delete(child);
    this.#running.splice(this.#running.indexOf(child), 1);
    this.#stay(child);
    this.#spec.ceiling?.remove(child);
  }
}
