/** Connections to servers of snakes that are kept open between requests. Made by everything that sends requests. */
import { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** A connection that no request has used for this long is closed unless the caller says otherwise, in ms. */
const IDLE_MS = 60_000;

/** Owns the connections that are kept open between requests. Close it when no more games are played. */
export class Connections {
  readonly #http: Agent;
  readonly #https: HttpsAgent;

  /**
   * @param most connections at a time; a request beyond them waits for one.
   * @param idle time after which a connection that no request uses is closed, in ms.
   */
  constructor(most = Infinity, idle = IDLE_MS) {
    const options = { keepAlive: true, maxTotalSockets: most, timeout: idle };
    this.#http = new Agent(options);
    this.#https = new HttpsAgent(options);
  }

  agentFor(url: URL): Agent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  /** Cuts all connections, also those with a request in progress. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
