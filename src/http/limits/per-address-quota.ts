/** Limits how many of something exist at once: streams, unfinished requests, the requests of a second. */

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
