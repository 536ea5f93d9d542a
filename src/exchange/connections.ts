/** Connections to servers of snakes that are kept open between requests. Made by everything that sends requests. */
import { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** A connection that no request has used for this long is closed, in ms. */
const IDLE_MS = 60_000;

/** Owns the connections that are kept open between requests. Close it when no more games are played. */
export class Connections {
  readonly #http: Agent;
  readonly #https: HttpsAgent;

  /** @param most connections at a time; a request beyond them waits for one. */
  constructor(most = Infinity) {
    const options = { keepAlive: true, maxTotalSockets: most, timeout: IDLE_MS };
    this.#http = new Agent(options);
    this.#https = new HttpsAgent(options);
  }

  /** The agent for the protocol of this URL. */
  agentFor(url: URL): Agent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  /** Cuts all connections, also those with a request in progress. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
