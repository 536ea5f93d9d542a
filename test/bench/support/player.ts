/** The engine's side of a benchmark: a connection that asks for one move at a time, as cheaply as possible. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { MoveBodies } from './move-bodies.js';

/** A complete answer with status 200; captures its length and body. */
const ANSWER = /^HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)*?content-length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n(\{.*\})$/is;
const EMPTY = /^\{\}$/;
const MOVE = /^\{"move":"(?:up|down|left|right)"/;

/**
 * Plays one game over one connection to one snake.
 *
 * It writes and parses HTTP by hand, so that the load generator is never the bottleneck. Any answer but a valid one
 * rejects.
 */
export class Player {
  readonly #socket: Socket;
  readonly #prefix: string;
  readonly #game: MoveBodies;
  #received = '';
  #expected = MOVE;
  #settle: ((fault?: Error) => void) | undefined;

  private constructor(socket: Socket, prefix: string, game: MoveBodies) {
    this.#socket = socket;
    this.#prefix = prefix;
    this.#game = game;
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', (error) => this.#settle?.(error));
    socket.on('close', () => this.#settle?.(new Error('The server closed the connection.')));
  }

  /** Connects to the snake at `prefix` and plays a first move, because the host closes connections that stay silent. */
  static async open(port: number, prefix: string, game: MoveBodies): Promise<Player> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const player = new Player(socket, prefix, game);
    await player.ask();
    return player;
  }

  /** Sends the next turn. Resolves with the time until a valid move arrived, in ms; rejects on any other answer. */
  async ask(): Promise<number> {
    const sent = performance.now();
    await this.#post('move', this.#game.next(), MOVE);
    return performance.now() - sent;
  }

  /** Sends `/end` if the last turn of the game was played. */
  async endIfOver(): Promise<void> {
    if (this.#game.isOver) await this.#post('end', this.#game.last, EMPTY);
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #post(action: string, body: string, expected: RegExp): Promise<void> {
    if (this.#socket.destroyed) throw new Error('The server closed the connection between two moves.');
    const head = `POST ${this.#prefix}/${action} HTTP/1.1\r\nHost: bench\r\nContent-Length: ${body.length}`;
    this.#expected = expected;
    return new Promise<void>((resolve, reject) => {
      this.#settle = (fault) => (fault === undefined ? resolve() : reject(fault));
      this.#socket.write(`${head}\r\n\r\n${body}`);
    });
  }

  #receive(text: string): void {
    this.#received += text;
    if (!this.#received.endsWith('}') && this.#received.startsWith('HTTP/1.1 200')) return;
    const answer = ANSWER.exec(this.#received);
    const isValid = answer !== null && answer[2]!.length === Number(answer[1]) && this.#expected.test(answer[2]!);
    const fault = isValid ? undefined : new Error(`Not a valid answer: ${this.#received}`);
    this.#received = '';
    this.#settle?.(fault);
  }
}

/** The requests that players sent together, and the time they took. */
export interface DriveResult {
  readonly requests: number;
  readonly seconds: number;
}

/** Lets all players ask for moves without a pause for `ms`. */
export async function drive(players: readonly Player[], ms: number): Promise<DriveResult> {
  const begun = performance.now();
  let requests = 0;
  const play = async (player: Player) => {
    for (; performance.now() - begun < ms; requests++) {
      await player.ask();
      await player.endIfOver();
    }
  };
  await Promise.all(players.map(play));
  return { requests, seconds: (performance.now() - begun) / 1000 };
}
