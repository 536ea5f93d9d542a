/** Children that run a user's command, by the protocol of docs/guides/other-languages.md: one JSON object a line. */
import type { Program } from '../../processes/program.js';
import { isRecord } from '../../errors/kind-of.js';
import { MAX_REASON, keepShort, LineLimit } from '../strategy/call.js';
import type { TurnJob, CallOutcome } from '../strategy/runner.js';
import type { Dialect, Launch } from './child-spec.js';
import { fromMachineTime, type FromChild, type JobMessage, type ToChild } from './messages.js';
import { readMove, type CleanMove } from '../../wire/move.js';
import { readNote, type CleanNote } from '../../wire/note.js';

const PROTOCOL = 1;

export interface CommandProgram {
  readonly program: Program;
  readonly prefix: string;
  /** As configured. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether outcomes carry its notes (default: no). */
  readonly keepsNotes?: boolean | undefined;
}

/** Facts about a snake that its first child shows: whether it understands complete options. */
interface Learnt {
  hasSchema: boolean;
}

export function launchCommand(made: CommandProgram): () => Launch {
  const learnt: Learnt = { hasSchema: false };
  return () => ({ program: made.program, dialect: new CommandDialect(made, learnt) });
}

/** The state of one child: its games, and the moves that it has not answered. */
class CommandDialect implements Dialect {
  readonly slowToLoad = 'Does it read its input, say "hello", and flush its output?';
  readonly slowToMove = 'Does it loop, or take more time than "left" says?';
  readonly reportsAll = false;
  readonly greeting: string;
  readonly #keepsNotes: boolean;
  readonly #learnt: Learnt;
  readonly #games = new Set<string>();
  /** Games whose `start` may still run, each with its job. */
  readonly #starting = new Map<string, number>();
  readonly #moves = new Map<number, CommandTurn>();
  /** The meaning of the message that is being read. */
  readonly #meant: FromChild[] = [];
  readonly #mean = (message: FromChild): void => void this.#meant.push(message);
  readonly #lines = new ReportedLines(this.#mean);
  #hasSaidHello = false;
  #lastId = 0;

  constructor({ prefix, options, keepsNotes = false }: CommandProgram, learnt: Learnt) {
    this.greeting = toText({ type: 'hello', protocol: PROTOCOL, prefix, options });
    this.#keepsNotes = keepsNotes;
    this.#learnt = learnt;
  }

  write(message: ToChild, job?: TurnJob): string {
    switch (message.type) {
      case 'options':
        return this.#learnt.hasSchema ? toText(message) : '';
      case 'abandon':
      case 'expired':
        return this.#moves.get(message.id)?.stop() === true ? toText({ type: 'stop', id: message.id }) : '';
      case 'forget':
        return this.#leave(message.key) ? toText({ type: 'forget', game: message.key }) : '';
      case 'start':
        return this.#start(message.id, job!);
      case 'move':
        return this.#start(message.id, job!) + this.#move(message, job!);
      case 'ponder':
      case 'stop-pondering':
        return '';
      case 'end':
        break;
    }
    return this.#end(job!);
  }

  read(value: unknown): FromChild[] | undefined {
    if (!isRecord(value)) return undefined;
    this.#read(value);
    return this.#meant.splice(0);
  }

  print(line: string): FromChild[] {
    this.#lines.say(line);
    return this.#meant.splice(0);
  }

  close(): void {}

  /** One message may have several meanings. */
  #read(message: Record<string, unknown>): void {
    const { type, id, log, error, done } = message;
    if (type === 'hello') return this.#hello(message);
    if (log !== undefined) this.#lines.log(message);
    if (id === undefined && typeof error === 'string') return this.#lines.warn(error);
    if (typeof done === 'string') this.#started(done);
    if (!this.#hasSaidHello || typeof id !== 'number') return;
    const turn = this.#moves.get(id);
    if (turn === undefined) {
      if (id > this.#lastId) this.#lines.warn(`it answered the move ${id}, which it was never asked for`);
      return;
    }
    this.#started(turn.key);
    const outcome = turn.read(message);
    if (outcome === undefined) return;
    this.#moves.delete(id);
    this.#lines.settle();
    this.#mean({ type: 'done', id, outcome });
  }

  #hello(message: Record<string, unknown>): void {
    if (this.#hasSaidHello) return;
    this.#hasSaidHello = true;
    // `looks`: its name before release 2.0.
    const { protocol, looks = {}, customization = looks, options, games } = message;
    if (protocol !== PROTOCOL) {
      const reason = `it speaks the protocol ${JSON.stringify(protocol)}, and this host the protocol ${PROTOCOL}`;
      return this.#mean({ type: 'broken', reason: reason.slice(0, MAX_REASON) });
    }
    this.#learnt.hasSchema = options !== undefined;
    const playsOne = games === 'one';
    // Without a schema it takes any options: it has received them.
    this.#mean({
      type: 'loaded',
      shape: { customization, options: options ?? { additionalProperties: true }, playsOne },
    });
  }

  /** Its `start` in this game has returned, if it was still running. */
  #started(key: string): void {
    if (this.#starting.delete(key)) this.#mean({ type: 'started', before: Math.min(...this.#starting.values()) });
  }

  /** Returns whether it had the game. */
  #leave(key: string): boolean {
    this.#starting.delete(key);
    return this.#games.delete(key);
  }

  #start(id: number, job: TurnJob): string {
    const { key, request } = job;
    if (this.#games.has(key)) return '';
    this.#games.add(key);
    this.#starting.set(key, id);
    this.#lines.enter(key, request.turn);
    const resumed = request.turn > 0 ? { resumed: true } : {};
    return toText({ type: 'start', game: key, turn: request, ...resumed });
  }

  #end({ key, request }: TurnJob): string {
    if (!this.#leave(key)) return '';
    this.#lines.enter(key, request.turn);
    return toText({ type: 'end', game: key, turn: request });
  }

  #move({ id, deadline }: Extract<JobMessage, { type: 'move' }>, job: TurnJob): string {
    const { key, request, lastTurn } = job;
    this.#moves.set(id, new CommandTurn(id, job, this.#keepsNotes, this.#mean));
    this.#lastId = id;
    this.#lines.enter(key, request.turn);
    const left = Math.max(0, Math.floor(fromMachineTime(deadline) - performance.now()));
    return toText({ type: 'move', id, game: key, turn: request, left, last: lastTurn });
  }
}

function toText(message: object): string {
  return `${JSON.stringify(message)}\n`;
}

type Mean = (message: FromChild) => void;

/** Owns the state of a move that was sent: the last proposal, and all notes merged. */
export class CommandTurn {
  readonly key: string;
  readonly #id: number;
  readonly #turn: number;
  readonly #grid: { readonly width: number; readonly height: number };
  readonly #keepsNotes: boolean;
  readonly #mean: Mean;
  readonly #warned = new Set<string>();
  #proposal: CleanMove | undefined;
  #note: CleanNote | undefined;
  #isStopped = false;

  /** Keeps no reference to the request. */
  constructor(id: number, { key, request }: TurnJob, keepsNotes: boolean, mean: Mean) {
    this.#mean = mean;
    this.#id = id;
    this.key = key;
    this.#turn = request.turn;
    this.#grid = { width: request.board.width, height: request.board.height };
    this.#keepsNotes = keepsNotes;
  }

  /** Stops waiting for it. Returns false if that was already so. */
  stop(): boolean {
    const isNews = !this.#isStopped;
    this.#isStopped = true;
    return isNews;
  }

  /** Takes a message about this move. Returns its outcome if the message answers it. */
  read(message: Record<string, unknown>): CallOutcome | undefined {
    const { propose, note, move, shout, error } = message;
    if (propose !== undefined) this.#propose(propose, shout);
    if (note !== undefined && this.#keepsNotes) this.#keep(note);
    if (typeof error === 'string') return this.#without('failed', error);
    if (move === null) return this.#withNote({ kind: 'delegated', proposal: this.#proposal });
    if (move === undefined && (propose !== undefined || note !== undefined || message['log'] !== undefined))
      return undefined;
    const read = readMove(typeof move === 'string' ? { move, shout } : move);
    if (typeof read !== 'string') return this.#withNote({ kind: 'moved', move: read });
    return this.#without('illegal', move === undefined ? 'the answer has no "move"' : `move ${read}`);
  }

  /** There is no move, and why. */
  #without(kind: 'failed' | 'illegal', reason: string): CallOutcome {
    return this.#withNote({ kind, reason: reason.slice(0, MAX_REASON), proposal: this.#proposal });
  }

  #withNote(outcome: CallOutcome): CallOutcome {
    return this.#note === undefined ? outcome : { ...outcome, note: this.#note };
  }

  #propose(move: unknown, shout: unknown): void {
    const proposal = readMove(typeof move === 'string' ? { move, shout } : move);
    if (typeof proposal === 'string') return this.#warn('propose', proposal.replace(/^returned/, 'given'));
    if (proposal.move === this.#proposal?.move && proposal.shout === this.#proposal.shout) return;
    this.#proposal = proposal;
    this.#mean({ type: 'proposed', id: this.#id, proposal });
  }

  #keep(value: unknown): void {
    const { note, problem } = readNote(value, this.#grid);
    this.#note = { ...this.#note, ...note };
    if (problem !== undefined) this.#warn('note', problem);
  }

  /** Warns once for proposals and once for notes. */
  #warn(what: string, problem: string): void {
    if (this.#warned.has(what)) return;
    this.#warned.add(what);
    const reason = `${what}: ${problem}`.slice(0, MAX_REASON);
    this.#mean({ type: 'warned', key: this.key, turn: this.#turn, reason });
  }
}

/** Limits the log lines of a command to as many as a strategy may write in a call. */
export class ReportedLines {
  #key = '';
  #turn = 0;
  readonly #mean: Mean;
  #lines = new LineLimit();
  #hasWarned = false;

  constructor(mean: Mean) {
    this.#mean = mean;
  }

  /** Assigns the lines that follow to this turn of this game. */
  enter(key: string, turn: number): void {
    this.#key = key;
    this.#turn = turn;
    this.#lines = new LineLimit();
    this.#hasWarned = false;
  }

  /** Logs a line with its data. A game that it names is logged under turn 0 of that game. */
  log(message: Record<string, unknown>): void {
    const { log, game, id: _, move: __, shout: ___, propose: ____, note: _____, ...data } = message;
    const text = typeof log === 'string' ? log : JSON.stringify(log);
    const key = typeof game === 'string' ? game : this.#key;
    this.#pass(text, Object.keys(data).length === 0 ? undefined : keepShort(data), key);
  }

  /** Logs a line that it printed. */
  say(line: string): void {
    this.#pass(line);
  }

  warn(reason: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#mean({ type: 'warned', key: this.#key, turn: this.#turn, reason: reason.slice(0, MAX_REASON) });
  }

  /** A move is answered: reports how many lines were dropped. */
  settle(): void {
    const { excess } = this.#lines;
    this.#lines = new LineLimit();
    if (excess !== undefined)
      this.#mean({ type: 'warned', key: this.#key, turn: this.#turn, reason: `logged ${excess} of a turn` });
  }

  #pass(text: string, data?: Record<string, unknown>, key = this.#key): void {
    const message = this.#lines.take(text);
    if (message !== undefined) this.#mean({ type: 'logged', key, turn: this.#turn, message, data });
  }
}
