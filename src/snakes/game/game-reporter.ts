/**
 * Reports what happens in the games of one mounted snake to the log, the counters and the journal, and decides when.
 */
import type { GameOutcome } from '../../inference/game-outcome.js';
import type { JournalEvent, StrategyFacts } from '../../journal/journal-event.js';
import type { ShadowAnswer } from '../../views/game-rows.js';
import { listedOn } from '../../wire/fog.js';
import type { GameRef, GameRequest } from '../../wire/resources.js';
import type { Answer } from '../../wire/responses.js';
import type { GameEnding, SnakeListener, SnakeReport } from '../snake-report.js';
import type { Arrival } from '../mount.js';
import type { ConfirmedMove, LiveGame } from './live-game.js';

/** Reports held back for a game that may be a health probe. */
const MAX_HELD = 20;
/** Most characters of the bodies in them: a probe's `/start` and `/move`, and as many repetitions as fit. */
const MAX_HELD_CHARACTERS = 16 * 1024;

/** Warn when a strategy has returned no move for this many turns in a row: it is probably a bug. */
const MOVELESS_TURNS = 5;
const MOVELESS = `returned no move on ${MOVELESS_TURNS} turns in a row: the safe move plays for it. Did you forget "return"?`;

export interface GameRecorder {
  readonly player: StrategyFacts;
  readonly record: (event: JournalEvent) => void;
}

export interface GameReporterDeps {
  readonly snake: string;
  readonly listener: SnakeListener | undefined;
  /** Without it, nothing is recorded. */
  readonly recorder?: GameRecorder | undefined;
}

/** An answered `/move`, with the `budget` and `overhead` in force when it was answered, in ms. */
export interface MoveReport {
  readonly turn: number;
  /** When it was answered, in ms since 1970. */
  readonly at: number;
  readonly answer: Answer;
  readonly budget: number;
  readonly overhead: number;
  /** The earlier move that this request confirmed; absent if it confirmed none, or is a repetition. */
  readonly confirmed: ConfirmedMove | undefined;
  /** The fate of the answer to the previous turn, as far as it is known. */
  readonly last: ConfirmedMove | undefined;
  readonly arrival: Arrival;
}

export interface GameEnd {
  /** As inferred: a game without others is won, drawn or lost here, and reported as `solo`. */
  readonly ending: Exclude<GameEnding, 'solo'>;
  readonly turn: number;
  /** When it ended, in ms since 1970. */
  readonly at: number;
  readonly arrival?: Arrival | undefined;
  readonly outcome?: GameOutcome | undefined;
  /** The last move, if the `/end` confirms it. */
  readonly confirmed?: ConfirmedMove | undefined;
}

/**
 * Owns the reports of games that may be health probes, until a second turn shows that they are games.
 *
 * Guarantees that the reports of a game leave in the order of what happened. Reports leave by `setImmediate` so that
 * the answer is written to its socket first: logging and recording never delay a move. Never changes a game. Of a
 * health probe, it reports only the end and the turns on which the strategy failed.
 */
export class GameReporter {
  readonly #deps: GameReporterDeps;
  readonly #held = new WeakMap<LiveGame, (() => void)[]>();
  /** Reports for the next turn of the event loop. One timer serves all: each move has several. */
  #due: (() => void)[] = [];

  constructor(deps: GameReporterDeps) {
    this.#deps = deps;
  }

  started(game: LiveGame, { game: { ruleset, map }, turn, board }: GameRequest, arrival: Arrival): void {
    const { game: id, you } = game;
    // Not the request itself: it would be kept as long as the report is held back.
    const start = { ruleset: ruleset.name, map, snakes: listedOn(board).length };
    this.#report(game, () => this.#tell({ type: 'gameStarted', game: id, you, ...start }));
    this.#record(game, (known) => {
      const player = turn === 0 ? known : withoutDraw(known);
      return { kind: 'began', ...this.#refOf(game), at: Date.now(), body: arrival.text, player } as const;
    });
  }

  /** Reports an answered move. A strategy that failed is reported even if only a health probe saw it. */
  answered(game: LiveGame, { turn, answer, budget, overhead, confirmed }: MoveReport): void {
    const { game: id, you, key } = game;
    const isMoveless = game.moveless === MOVELESS_TURNS;
    const isRepeated = answer.kind !== 'moved' && game.faults.note(answer);
    // Written out, because spread objects would be half the cost of a report, and this is done every turn.
    const report = () => {
      if (confirmed !== undefined) this.#confirm(game, confirmed);
      this.#tell({ type: 'answered', game: id, you, turn, overhead, budget, answer, isRepeated });
      if (isMoveless) this.#tell({ type: 'warned', key, turn, reason: MOVELESS });
    };
    if (answer.kind === 'moved') this.#report(game, report);
    else this.later(report);
  }

  /** Records an answered turn, and records it again when the shadow has answered. */
  recordTurn(game: LiveGame, move: MoveReport, shadow?: ShadowAnswer): void {
    const { snake } = this.#deps;
    this.#record(game, () => {
      const { turn, at, answer, last, arrival } = move;
      const [budget, overhead] = [toHundredths(move.budget), toHundredths(move.overhead)];
      const feedback = last && { used: last.used, latency: last.latency };
      const facts = { turn, at, answer, budget, overhead, last: feedback };
      const { game: id, you } = game;
      return { kind: 'turn', snake, game: id, you, body: arrival.text, facts: shadow ? { ...facts, shadow } : facts };
    });
  }

  /** Reports the shadow's answer to a turn, or that it skipped it, and records the turn again. */
  shadowAnswered(game: LiveGame, move: MoveReport, shadow: ShadowAnswer): void {
    this.recordTurn(game, move, shadow);
    const hasAgreed = shadow.kind === 'moved' && shadow.move === move.answer.move;
    const outcome = shadow.kind !== 'moved' ? shadow.kind : hasAgreed ? 'agreed' : 'differed';
    this.#report(game, () => this.#tell({ type: 'shadowAnswered', outcome }));
  }

  ended(game: LiveGame, end: GameEnd): void {
    if (game.isProbe) this.#forgetHeld(game);
    else this.#release(game);
    this.recordEnd(game, end);
    const { turn, outcome, confirmed } = end;
    const { died, cause } = outcome ?? {};
    const pondered = game.pondered.turns > 0 && { pondered: game.pondered };
    const { game: id, you } = game;
    const faults = game.faults.repeated;
    const repeated = faults.length > 0 && { repeated: faults };
    const ended = { game: id, you, turn, ...repeated, ...pondered, ...(died !== undefined && { died, cause }) };
    this.later(() => {
      if (confirmed !== undefined && !game.isProbe) this.#confirm(game, confirmed);
      this.#tell({ type: 'gameEnded', ...ended, ending: toReported(game, end.ending) });
    });
  }

  /** Reports an `/end` for a game that another host played; the journal may know its turns. */
  endedElsewhere(game: LiveGame, end: GameEnd): void {
    if (game.isProbe) return;
    this.recordEnd(game, end);
    const { game: id, you } = game;
    this.later(() => this.#tell({ type: 'gameEndedElsewhere', game: id, you, turn: end.turn }));
  }

  /** Records the end of a game, and again if a shadow answered the last turn after it. */
  recordEnd(game: LiveGame, { ending, at, arrival, outcome }: GameEnd): void {
    if (ending === 'probe' || ending === 'replayed') return;
    this.#record(game, () => {
      const made = outcome ?? { result: ending };
      return { kind: 'ended', ...this.#refOf(game), at, body: arrival?.text, outcome: made, saw: game.saw };
    });
  }

  /** Makes the event at once, because a strategy may change the objects it is made from. */
  #record(game: LiveGame, toEvent: (player: StrategyFacts) => JournalEvent): void {
    const { recorder } = this.#deps;
    if (recorder === undefined) return;
    const event = toEvent(recorder.player);
    this.#report(game, () => recorder.record(event), event.body?.length);
  }

  /** Sends a report after the answer, or holds it back while the game may be a health probe. */
  #report(game: LiveGame, report: () => void, characters = 0): void {
    if (game.isProbe) return this.#hold(game, report, characters);
    if (game.mayBeProbe) this.#release(game);
    this.later(report);
  }

  later(run: () => void): void {
    if (this.#due.push(run) > 1) return;
    setImmediate(() => {
      try {
        // Grows during the loop: a report can add reports.
        for (const next of this.#due) next();
      } finally {
        this.#due = [];
      }
    });
  }

  #hold(game: LiveGame, report: () => void, characters: number): void {
    const held = this.#held.get(game) ?? [];
    if (held.length >= MAX_HELD || game.heldCharacters + characters > MAX_HELD_CHARACTERS) return;
    game.heldCharacters += characters;
    this.#held.set(game, [...held, report]);
  }

  #release(game: LiveGame): void {
    for (const report of this.#held.get(game) ?? []) this.later(report);
    this.#forgetHeld(game);
  }

  #forgetHeld(game: LiveGame): void {
    this.#held.delete(game);
    game.heldCharacters = 0;
  }

  #confirm({ game, you }: LiveGame, { turn, latency, took, used }: ConfirmedMove): void {
    this.#tell({ type: 'moveConfirmed', game, you, turn, latency, took, used });
  }

  #tell(report: SnakeReport): void {
    this.#deps.listener?.(this.#deps.snake, report);
  }

  #refOf({ game, you }: LiveGame): GameRef {
    return { snake: this.#deps.snake, game, you };
  }
}

/** A later turn came first: the host that had turn 0 has recorded the share, or nobody knows it. */
function withoutDraw({ assignment, ...player }: StrategyFacts): StrategyFacts {
  return { ...player, assignment: assignment && { ...assignment, share: 0 } };
}

/** The ending that the journal shows: a solo game played to the end is neither won, drawn nor lost. */
function toReported({ isSolo }: LiveGame, ending: GameEnd['ending']): GameEnding {
  return isSolo && (ending === 'win' || ending === 'draw' || ending === 'loss') ? 'solo' : ending;
}

/**
 * Rounds a time in ms to the precision that is recorded: more digits are noise and take most of the space of a turn.
 */
function toHundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}
