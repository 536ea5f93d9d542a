/** Who holds a contest: one coordinator at a time, as long as it lives. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ContestTaken, type ContestOffer } from '../job-queue.js';
import { lobbyIdOf, readLobbyEntry, type LobbyEntry } from './names.js';
import type { BullQueue } from './queue-server.js';
import type { QueueTimings } from './queue-timings.js';

/**
 * The entry of a contest in the lobby, in the hands of one coordinator. It owns the entry until it is released, or
 * until another coordinator takes it because this one was not heard of.
 */
export class Claim {
  readonly #lobby: BullQueue;
  readonly #offer: ContestOffer;
  readonly #token = randomBytes(12).toString('hex');
  #beat = 0;

  private constructor(lobby: BullQueue, offer: ContestOffer) {
    this.#lobby = lobby;
    this.#offer = offer;
  }

  /** Takes the contest. Rejects with {@link ContestTaken} if the coordinator that has it lives. */
  static async take(lobby: BullQueue, offer: ContestOffer, timings: QueueTimings): Promise<Claim> {
    const claim = new Claim(lobby, offer);
    // Of two that add the same id at once, one is not added.
    await lobby.add('contest', claim.#entry(), { jobId: lobbyIdOf(offer.id) });
    const holder = await claim.#read();
    if (holder?.token === claim.#token) return claim;
    await claim.#takeOver(holder, timings);
    return claim;
  }

  /** Says that the coordinator lives. Resolves with why it no longer holds the contest, if so. */
  async renew(): Promise<string | undefined> {
    const job = await this.#lobby.getJob(lobbyIdOf(this.#offer.id));
    if (job === undefined) return 'it was removed from the queue';
    if (readLobbyEntry(job)?.token !== this.#token) return 'another coordinator has taken it over';
    this.#beat += 1;
    await job.updateData(this.#entry());
    return undefined;
  }

  /** Takes the contest out of the lobby, if it still is this coordinator's. */
  async release(): Promise<void> {
    const holder = await this.#read();
    if (holder?.token === this.#token) await this.#lobby.remove(lobbyIdOf(this.#offer.id));
  }

  /** Waits whether the holder says anything. */
  async #takeOver(holder: LobbyEntry | undefined, { beat, silent }: QueueTimings): Promise<void> {
    for (let waited = 0; waited < silent; waited += beat) {
      await wait(beat);
      const now = await this.#read();
      if (now === undefined) break;
      if (now.token !== holder?.token || now.beat !== holder.beat) throw this.#taken();
    }
    const jobId = lobbyIdOf(this.#offer.id);
    const job = await this.#lobby.getJob(jobId);
    if (job === undefined) await this.#lobby.add('contest', this.#entry(), { jobId });
    else await job.updateData(this.#entry());
    // Others may have waited for the same: the last one that wrote has it.
    await wait(beat);
    if ((await this.#read())?.token !== this.#token) throw this.#taken();
  }

  #entry(): LobbyEntry {
    return { offer: this.#offer, token: this.#token, beat: this.#beat, at: Date.now() };
  }

  async #read(): Promise<LobbyEntry | undefined> {
    const job = await this.#lobby.getJob(lobbyIdOf(this.#offer.id));
    return readLobbyEntry(job);
  }

  #taken(): ContestTaken {
    return new ContestTaken(`"${this.#offer.title}" with the same seed is being played on this queue already`);
  }
}
