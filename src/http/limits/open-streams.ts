/** Bounds how many streams are open at once. Used by the live streams and by the sockets of the viewer. */
import type { EventEmitter } from 'node:events';

/** The most streams, and the most of one address. */
export interface StreamLimits {
  readonly all: number;
  readonly perAddress: number;
}

/** Counts open streams, in all and of each address. It never opens or closes one. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #ofAddresses = new Map<string, number>();
  #all = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Whether an address may open one more. */
  hasRoom(address: string): boolean {
    return this.#all < this.#limits.all && (this.#ofAddresses.get(address) ?? 0) < this.#limits.perAddress;
  }

  /** Counts a stream until it emits `close`. */
  add(address: string, stream: EventEmitter): void {
    this.#all++;
    this.#ofAddresses.set(address, (this.#ofAddresses.get(address) ?? 0) + 1);
    stream.once('close', () => {
      this.#all--;
      const left = this.#ofAddresses.get(address)! - 1;
      if (left > 0) this.#ofAddresses.set(address, left);
      else this.#ofAddresses.delete(address);
    });
  }
}
