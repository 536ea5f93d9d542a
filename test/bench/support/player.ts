/** A connection that asks for moves, one at a time: the engine's side, as cheap as can be, so that it never is the bottleneck. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { WalkingGame } from './walking-game.js';

/** Length and body of a whole answer that is well. */
const ANSWER = /^HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)*?content-length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n(\{.*\})$/is;
const NOTHING = /^\{\}$/;
const MOVE = /^\{"move":"(?:up|down|left|right)"/;

export class Player {
  readonly #socket: Socket;
  readonly #prefix: string;
  readonly #game: WalkingGame;
  #received = '';
  #wanted = MOVE;
  #settle: ((fault?: Error) => void) | undefined;

  private constructor(socket: Socket, prefix: string, game: WalkingGame) {
    this.#socket = socket;
    this.#prefix = prefix;
    this.#game = game;
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', (error) => this.#settle?.(error));
    socket.on('close', () => this.#settle?.(new Error('the connection was closed')));
  }

  /** Connects to the snake at `/PREFIX`, and plays a first move: the host closes connections that say nothing. */
  static async open(port: number, prefix: string, game: WalkingGame): Promise<Player> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const player = new Player(socket, prefix, game);
    await player.ask();
    return player;
  }

  /** Sends the game's next turn. Resolves with the ms until a valid move was back; rejects on any other answer. */
  async ask(): Promise<number> {
    const sent = performance.now();
    await this.#post('move', this.#game.next(), MOVE);
    return performance.now() - sent;
  }

  /** Tells that the game is over where its last turn was asked. */
  async endIfOver(): Promise<void> {
    if (this.#game.isOver) await this.#post('end', this.#game.last, NOTHING);
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #post(action: string, body: string, wanted: RegExp): Promise<void> {
    if (this.#socket.destroyed) throw new Error('the connection was closed between two moves');
    const head = `POST ${this.#prefix}/${action} HTTP/1.1\r\nHost: bench\r\nContent-Length: ${body.length}`;
    this.#wanted = wanted;
    return new Promise<void>((resolve, reject) => {
      this.#settle = (fault) => (fault === undefined ? resolve() : reject(fault));
      this.#socket.write(`${head}\r\n\r\n${body}`);
    });
  }

  #receive(text: string): void {
    this.#received += text;
    if (!this.#received.endsWith('}') && this.#received.startsWith('HTTP/1.1 200')) return;
    const answer = ANSWER.exec(this.#received);
    const isWell = answer !== null && answer[2]!.length === Number(answer[1]) && this.#wanted.test(answer[2]!);
    const fault = isWell ? undefined : new Error(`not what is wanted: ${this.#received}`);
    this.#received = '';
    this.#settle?.(fault);
  }
}

/** What players achieved together. */
export interface Drive {
  readonly requests: number;
  readonly seconds: number;
}

/** Has all players ask without a pause for `ms`. */
export async function drive(players: readonly Player[], ms: number): Promise<Drive> {
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
