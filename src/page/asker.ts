/** Asks a mounted snake for its move on a recorded turn. Called by the page. */
import { atVersion, splitVersion, THEN } from '../config/strategy-version.js';
import { type HostConfig, type SnakeConfig, serverOf } from '../config/types.js';
import { askedSnakeOf, type GameRow } from '../views/game-rows.js';
import { mountApart } from '../snakes/mount-snake.js';
import { messageOf } from '../errors/errors.js';
import { parseRequest } from '../wire/reader.js';
import type { Answer } from '../wire/responses.js';

export type AskOutcome =
  | { readonly kind: 'answered'; readonly snake: string; readonly answer: Answer }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Asks one turn at a time, in a new process of the lowest priority. Guarantees that the snakes of the host and their
 * games are unaffected: it shares neither their processes nor their scheduled cores.
 */
export class Asker {
  readonly #config: () => HostConfig;
  readonly #env: Readonly<Record<string, string | undefined>>;
  #isBusy = false;

  constructor(config: () => HostConfig, env: Readonly<Record<string, string | undefined>>) {
    this.#config = config;
    this.#env = env;
  }

  /** `wanted`: the prefix of a snake, perhaps in another version (default: the one that played the game). */
  async ask(game: GameRow, wanted: string | undefined, text: string): Promise<AskOutcome> {
    const played = askedSnakeOf(game, this.#config().experiments);
    const { name: prefix, version: named } = splitVersion(wanted ?? played);
    // An imported game has no hash, and another snake did not play it.
    if (named === THEN && (game.hash === '' || prefix !== played)) {
      return { kind: 'refused', reason: `it is not known which version of "${prefix}" played this game.` };
    }
    const version = named === THEN ? game.hash : named;
    const served = this.#config().snakes.find((each) => each.prefix === prefix);
    if (served === undefined) {
      const reason = `no snake "${prefix}" is mounted. Choose one of ${this.#prefixes().join(', ')}.`;
      return { kind: 'refused', reason };
    }
    const snake = version === undefined ? served : atVersion(served, version, this.#config());
    if ('problem' in snake) return { kind: 'refused', reason: snake.problem };
    // A server keeps its games by their ids: this one would begin again.
    if (serverOf(snake.source) !== undefined && game.endedAt === undefined) {
      return { kind: 'refused', reason: `the server of "${prefix}" plays this game now. Ask when it is over.` };
    }
    if (this.#isBusy) return { kind: 'busy' };
    this.#isBusy = true;
    try {
      return await this.#askAlone(snake, text);
    } catch (thrown) {
      return { kind: 'refused', reason: `"${prefix}" cannot be asked: ${messageOf(thrown)}` };
    } finally {
      this.#isBusy = false;
    }
  }

  async #askAlone(config: SnakeConfig, text: string): Promise<AskOutcome> {
    const snake = await mountApart(config, { env: this.#env, server: this.#config().server, keepsNotes: true });
    try {
      const answer = await snake.answer(parseRequest(text), { text, at: performance.now() });
      const { version } = splitVersion(config.source.name);
      return { kind: 'answered', snake: `${config.prefix}${version === undefined ? '' : `@${version}`}`, answer };
    } finally {
      await snake.close();
    }
  }

  #prefixes(): string[] {
    return this.#config().snakes.map(({ prefix }) => prefix);
  }
}
