/** Shows a running game: in place on a terminal, frame by frame in a file or pipe. */
import { createLogUpdate } from 'log-update';
import type { Colors } from '../../terminal/colors.js';
import { drawTurn } from '../../terminal/draw-turn.js';
import { printable, printableDrawing } from '../../terminal/printable.js';
import { showFrame } from '../../recorded/board-history.js';
import type { DeathView } from '../../views/game.js';
import { noteDeaths, type WatcherTurn, type GameAndFrame, type Watcher } from '../game/watcher.js';
import { setTimeout as sleep } from 'node:timers/promises';

/** A stream for text, such as `process.stdout`. */
interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

export interface ScreenOptions {
  /** By seat. */
  readonly names: readonly string[];
  readonly output: Output;
  /** For remarks if the frames are not drawn in place. */
  readonly remarks: Output;
  /** Draws the turns; otherwise only remarks are shown. */
  readonly showsTurns: boolean;
  readonly colors: Colors;
}

export interface Screen extends Watcher {
  /** Shows a line of text, made printable. */
  remark(line: string): void;
  /** Shows a fault outside of a turn; repetitions are only counted. */
  problem(snake: string, text: string): void;
  /** Keeps the last frame, restores the cursor, and reports how often problems were repeated. May be called twice. */
  close(): void;
}

/** Most remarks below a board that is drawn in place. */
const LAST_REMARKS = 5;

export function createScreen({ names, output, remarks, showsTurns, colors }: ScreenOptions): Screen {
  const isInPlace = showsTurns && output.isTTY === true;
  const update = isInPlace ? createLogUpdate(output as NodeJS.WriteStream) : undefined;
  const deaths = new Map<string, DeathView>();
  const lines: string[] = [];
  const turnProblems = new RepeatedRemarks();
  const otherProblems = new RepeatedRemarks();
  let isOpen = true;

  function show({ frame }: GameAndFrame, replies: WatcherTurn['replies']): void {
    if (!showsTurns) return;
    const drawing = drawTurn(frame.turn, showFrame(frame, deaths), colors, { replies });
    if (update === undefined) return void output.write(printableDrawing(`${drawing.join('\n')}\n\n`));
    const last = lines.slice(-LAST_REMARKS).map((line) => colors.dim(line));
    update(printableDrawing([...drawing, ...last].join('\n')));
  }

  function remark(text: string): void {
    const line = printable(text);
    if (isInPlace) lines.push(line);
    else remarks.write(`${line}\n`);
  }

  function problem(snake: string, text: string): void {
    if (otherProblems.isFirst(snake, text)) remark(`${snake}: ${text}`);
  }

  function remarkOnReplies({ frame, replies }: WatcherTurn): void {
    replies.forEach((reply, seat) => {
      const name = names[seat]!;
      if (reply?.problem === undefined || !turnProblems.isFirst(name, reply.problem)) return;
      remark(`${name}: turn ${frame.turn}: ${reply.problem}`);
    });
  }

  return {
    remark,
    problem,
    remarked: (seat, line) => problem(names[seat]!, line),
    played(turn) {
      remarkOnReplies(turn);
      show(turn, turn.replies);
      noteDeaths(deaths, turn);
    },
    ended: (shown) => show(shown, []),
    close() {
      if (!isOpen) return;
      isOpen = false;
      update?.done();
      for (const line of otherProblems.repeated()) remarks.write(`${printable(line)}\n`);
    },
  };
}

/** Most kinds of problems shown of one snake: a random part would make a message new on each turn. */
const MAX_KINDS = 5;

interface Repeated {
  readonly line: string;
  times: number;
}

/**
 * Groups the remarks of a game: remarks about a snake are of one kind if they differ only in numbers, such as turns or
 * durations.
 */
export class RepeatedRemarks {
  readonly #kinds = new Map<string, Map<string, Repeated>>();

  /** Whether this remark is the first of its kind. */
  isFirst(snake: string, text: string): boolean {
    const kinds = this.#kinds.get(snake) ?? new Map<string, Repeated>();
    this.#kinds.set(snake, kinds);
    const kind = text.replaceAll(/\d+(\.\d+)?/g, '#');
    const known = kinds.get(kind);
    if (known !== undefined) known.times++;
    else if (kinds.size < MAX_KINDS) kinds.set(kind, { line: `${snake}: ${text}`, times: 1 });
    return known === undefined && kinds.get(kind)?.times === 1;
  }

  /** A line for each repeated remark. */
  repeated(): string[] {
    return [...this.#kinds.values()]
      .flatMap((kinds) => [...kinds.values()])
      .filter(({ times }) => times > 1)
      .map(({ line, times }) => `${line} (${times} times)`);
  }
}

interface PaceOptions {
  /** Pause after each turn, in ms. */
  readonly delay: number;
  /** Shortest duration of a turn, in ms. */
  readonly duration: number;
  /** Ends any pause. */
  readonly signal: AbortSignal;
  /** A clock in ms; for tests. */
  readonly now?: () => number;
  /** Waits some ms; for tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A watcher that pauses after each turn: for `delay`, or until `duration` is over if that is later. */
export function createPace({ delay, duration, signal, now = () => performance.now(), wait }: PaceOptions): Watcher {
  const pause = wait ?? ((ms) => sleep(ms, undefined, { signal }).catch(() => undefined));
  let began = now();
  return {
    began() {
      began = now();
    },
    async played() {
      const ms = Math.max(delay, duration - (now() - began));
      if (ms > 0) await pause(ms);
      began = now();
    },
  };
}
