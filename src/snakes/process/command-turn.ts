/** The state of one move of a command, and the limits of its log lines. Used by the dialect of commands. */
import { readMove, type CleanMove } from '../../wire/move.js';
import { readNote, type CleanNote } from '../../wire/note.js';
import { keepShort, LineLimit, MAX_REASON } from '../strategy/call.js';
import type { CallOutcome, TurnJob } from '../strategy/runner.js';
import type { FromChild } from './messages.js';

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
export class SaidLines {
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
