/** Who holds a contest: one coordinator at a time, as long as it lives. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ContestTaken, type ContestOffer } from '../job-queue.js';
import { registryIdOf, readRegistryEntry, type RegistryEntry } from './names.js';
import type { BullQueue, QueueTimings } from './queue-server.js';

/**
 * The entry of a contest in the registry, held by one coordinator. It owns the entry until it is released, or
 * until another coordinator takes it because this one was not heard of.
 */
export class Lease {
  readonly #registry: BullQueue;
  readonly #offer: ContestOffer;
  readonly #token = randomBytes(12).toString('hex');
  #beat = 0;

  private constructor(registry: BullQueue, offer: ContestOffer) {
    this.#registry = registry;
    this.#offer = offer;
  }

  /** Takes the contest. Rejects with {@link ContestTaken} if the coordinator that has it lives. */
  static async take(registry: BullQueue, offer: ContestOffer, timings: QueueTimings): Promise<Lease> {
    const lease = new Lease(registry, offer);
    // Of two that add the same id at once, one is not added.
    await registry.add('contest', lease.#entry(), { jobId: registryIdOf(offer.id) });
    const holder = await lease.#read();
    if (holder?.token === lease.#token) return lease;
    await lease.#takeOver(holder, timings);
    return lease;
  }

  /** Says that the coordinator lives. Resolves with why it no longer holds the contest, if so. */
  async renew(): Promise<string | undefined> {
    const job = await this.#registry.getJob(registryIdOf(this.#offer.id));
    if (job === undefined) return 'it was removed from the queue';
    if (readRegistryEntry(job)?.token !== this.#token) return 'another coordinator has taken it over';
    this.#beat += 1;
    await job.updateData(this.#entry());
    return undefined;
  }

  /** Takes the contest out of the registry, if it still is this coordinator's. */
  async release(): Promise<void> {
    const holder = await this.#read();
    if (holder?.token === this.#token) await this.#registry.remove(registryIdOf(this.#offer.id));
  }

  /** Waits whether the holder says anything. */
  async #takeOver(holder: RegistryEntry | undefined, { beat, silent }: QueueTimings): Promise<void> {
    for (let waited = 0; waited < silent; waited += beat) {
      await wait(beat);
      const now = await this.#read();
      if (now === undefined) break;
      if (now.token !== holder?.token || now.beat !== holder.beat) throw this.#taken();
    }
    const jobId = registryIdOf(this.#offer.id);
    const job = await this.#registry.getJob(jobId);
    if (job === undefined) await this.#registry.add('contest', this.#entry(), { jobId });
    else await job.updateData(this.#entry());
    // Others may have waited for the same: the last one that wrote has it.
    await wait(beat);
    if ((await this.#read())?.token !== this.#token) throw this.#taken();
  }

  #entry(): RegistryEntry {
    return { offer: this.#offer, token: this.#token, beat: this.#beat, at: Date.now() };
  }

  async #read(): Promise<RegistryEntry | undefined> {
    const job = await this.#registry.getJob(registryIdOf(this.#offer.id));
    return readRegistryEntry(job);
  }

  #taken(): ContestTaken {
    return new ContestTaken(`"${this.#offer.title}" with the same seed is being played on this queue already`);
  }
}
