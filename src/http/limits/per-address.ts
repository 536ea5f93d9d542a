/** Limits of one address: how much of something it has at once, and how often it does something in a minute. */

export interface Quota {
  readonly perAddress: number;
  /** Of all addresses together (default: any number). */
  readonly all?: number;
}

/** Counts acquisitions and releases by address. Stores only addresses with a count. */
export class PerAddressQuota {
  readonly #quota: Required<Quota>;
  readonly #ofAddresses = new Map<string, number>();
  #all = 0;

  constructor({ perAddress, all = Number.POSITIVE_INFINITY }: Quota) {
    this.#quota = { perAddress, all };
  }

  hasRoom(address: string): boolean {
    return this.#all < this.#quota.all && (this.#ofAddresses.get(address) ?? 0) < this.#quota.perAddress;
  }

  /** Takes one if there is room; returns whether there was. */
  take(address: string): boolean {
    if (!this.hasRoom(address)) return false;
    this.#all++;
    this.#ofAddresses.set(address, (this.#ofAddresses.get(address) ?? 0) + 1);
    return true;
  }

  release(address: string): void {
    this.#all--;
    const left = this.#ofAddresses.get(address)! - 1;
    if (left > 0) this.#ofAddresses.set(address, left);
    else this.#ofAddresses.delete(address);
  }

  clear(): void {
    this.#all = 0;
    this.#ofAddresses.clear();
  }
}

const MINUTE_MS = 60_000;
/** Most counted addresses; beyond, the one that was silent for longest is forgotten. */
const MAX_ADDRESSES = 20_000;

/** The remaining attempts, as of the moment `at`. */
interface Allowance {
  left: number;
  at: number;
}

/** Counts attempts, for a bounded number of addresses. Never delays anything. */
export class Attempts {
  readonly #limits: Required<Quota>;
  readonly #now: () => number;
  /** The address that was silent for longest comes first. */
  readonly #ofAddresses = new Map<string, Allowance>();
  #ofAll: Allowance;

  /** The quota is of attempts within a minute, at once or spread over it. @param now the clock, in ms. */
  constructor({ perAddress, all = Number.MAX_SAFE_INTEGER }: Quota, now: () => number = () => performance.now()) {
    this.#limits = { perAddress, all };
    this.#now = now;
    this.#ofAll = { left: all, at: now() };
  }

  /** Counts an attempt, and returns whether it is allowed. */
  take(address: string): boolean {
    const mine = this.#renew(this.#ofAddresses.get(address), this.#limits.perAddress);
    this.#ofAll = this.#renew(this.#ofAll, this.#limits.all);
    this.#ofAddresses.delete(address);
    this.#ofAddresses.set(address, mine);
    for (const oldest of this.#ofAddresses.keys()) {
      if (this.#ofAddresses.size <= MAX_ADDRESSES) break;
      this.#ofAddresses.delete(oldest);
    }
    if (mine.left < 1 || this.#ofAll.left < 1) return false;
    mine.left--;
    this.#ofAll.left--;
    return true;
  }

  /** Whether another attempt is allowed, without counting one. */
  allows(address: string): boolean {
    const left = this.#renew(this.#ofAddresses.get(address), this.#limits.perAddress).left;
    return left >= 1 && this.#renew(this.#ofAll, this.#limits.all).left >= 1;
  }

  /** When an address that was refused may try again, in s. */
  retryAfter(address: string): number {
    const { perAddress } = this.#limits;
    const { left } = this.#renew(this.#ofAddresses.get(address), perAddress);
    return Math.max(1, Math.ceil(((1 - left) * MINUTE_MS) / perAddress / 1000));
  }

  /** Attempts are refilled within a minute. */
  #renew(known: Allowance | undefined, most: number): Allowance {
    const now = this.#now();
    const { left, at } = known ?? { left: most, at: now };
    return { left: Math.min(most, left + ((now - at) * most) / MINUTE_MS), at: now };
  }
}
