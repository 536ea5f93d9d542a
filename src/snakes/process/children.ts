/** The child processes of one strategy, and which of them plays which game. Used by the process runner. */
import { Child, type ChildOwner, type InterruptedExit } from './child.js';
import type { ChildSpec } from './child-spec.js';

/** A child exits after this time without a game, in ms; the last child of a snake whose games share no child stays. */
const IDLE_CHILD_MS = 30_000;
/** Most children of a snake whose games share none, by default. */
const MOST_CHILDREN = 64;

/**
 * Owns the children of one strategy.
 *
 * Guarantees that each game stays with one child while that child lives, that a retired child gets no game, and that
 * overlapping games get a child each while there is room. Never decides about the moves of a child that died.
 */
export class Children implements ChildOwner {
  readonly #spec: ChildSpec;
  readonly #exited: (child: Child, exit: InterruptedExit) => void;
  #strategyOptions: Record<string, unknown> = {};
  readonly #running: Child[] = [];
  /** Idle children that are exiting. */
  readonly #retired = new Set<Child>();
  readonly #childOf = new Map<string, Child>();
  /** Children for games with slow, large requests, so that no other game waits for them. */
  readonly #forLarge = new Set<Child>();
  readonly #idleTimers = new Map<Child, NodeJS.Timeout>();
  cpuMsWithoutReturn = 0;
  #playOne = false;

  /** @param exited called with each child that exits, except idle ones that were retired. */
  constructor(spec: ChildSpec, exited: (child: Child, exit: InterruptedExit) => void) {
    this.#spec = spec;
    this.#exited = exited;
  }

  /** Children that can take games. */
  get all(): readonly Child[] {
    return this.#running;
  }

  of(key: string): Child | undefined {
    return this.#childOf.get(key);
  }

  setOptions(options: Record<string, unknown>): void {
    this.#strategyOptions = options;
    for (const child of this.#running) child.setOptions(options);
  }

  /** From now on, each child plays one game, and a game without a free child has none. */
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
   * The child that plays this game: its own; or else an idle one, a new one, or the one with the fewest games. A game
   * with a large request moves to a child for such games, if one can be had.
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

  /** Removes a game from its child. Returns that child. */
  leave(key: string): Child | undefined {
    const child = this.#childOf.get(key);
    if (child === undefined) return undefined;
    this.#childOf.delete(key);
    child.games.delete(key);
    if (child.games.size === 0) this.#endLater(child);
    return child;
  }

  /** Ends all children. Resolves when they have exited. */
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

  /** Whether another child may be started. */
  #mayAdd(): boolean {
    const { processes, shares = false, ceiling, lane } = this.#spec;
    if (this.#running.length - this.#forLarge.size >= (shares && this.#playOne ? MOST_CHILDREN : processes))
      return false;
    if (ceiling === undefined) return true;
    if (this.#playOne) return ceiling.hasRoom();
    return (!shares || (lane?.isLight !== true && ceiling.hasCore())) && ceiling.hasRoom();
  }

  /** Ends a child without a game after a while. */
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
