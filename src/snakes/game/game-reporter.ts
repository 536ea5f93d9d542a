/**
 * Reports what happens in the games of one mounted snake to the log, the counters and the journal, and decides when.
 */
import type { GameOutcome } from '../../inference/game-outcome.js';
import type { JournalEvent, StrategyFacts, ShadowAnswer } from '../../journal/journal-event.js';
import type { GameRef, GameRequest } from '../../wire/resources.js';
import type { Answer } from '../../wire/responses.js';
import type { GameEnding, SnakeListener, SnakeReport } from '../snake-report.js';
import type { Arrival } from '../mount.js';
import type { ConfirmedMove, LiveGame } from './live-game.js';

/** Reports held back for a game that may be a health probe. */
const MAX_HELD = 20;
/** Characters of the bodies in them: those of a probe's `/start` and `/move`, and of as many repetitions as fit. */
const MAX_HELD_CHARACTERS = 16 * 1024;

/** A strategy that returns no move for so many turns in a row is more likely wrong than out of ideas. */
const MOVELESS_TURNS = 5;
const MOVELESS = `returned no move on ${MOVELESS_TURNS} turns in a row: the safe move plays for it. Did you forget "return"?`;

/** Who plays, and who writes it down. */
export interface GameRecorder {
  readonly player: StrategyFacts;
  readonly record: (event: JournalEvent) => void;
}

/** Whose games are reported, and to whom. */
export interface GameReporterDeps {
  readonly snake: string;
  readonly listener: SnakeListener | undefined;
  /** Without it, nothing is recorded. */
  readonly recorder?: GameRecorder | undefined;
}

/** An answered `/move`. `budget` and `overhead` are those that the answer was given under, in ms. */
export interface MoveReport {
  readonly turn: number;
  /** When it was answered, in ms since 1970. */
  readonly at: number;
  readonly answer: Answer;
  readonly budget: number;
  readonly overhead: number;
  /** The earlier move that this request confirmed; absent if it confirmed none, or if it has been here before. */
  readonly confirmed: ConfirmedMove | undefined;
  /** What is known of the answer to the turn before. */
  readonly last: ConfirmedMove | undefined;
  readonly arrival: Arrival;
}

/** The end of a game. */
export interface GameEnd {
  /** As inferred: a game without others is won, drawn or lost here, and reported as `solo`. */
  readonly ending: Exclude<GameEnding, 'solo'>;
  readonly turn: number;
  /** When it ended, in ms since 1970. */
  readonly at: number;
  /** The `/end`; absent if none came. */
  readonly arrival?: Arrival | undefined;
  /** What the `/end` shows; absent if none came. */
  readonly outcome?: GameOutcome | undefined;
  /** The last move, if the `/end` confirms it. */
  readonly confirmed?: ConfirmedMove | undefined;
}

/**
 * Owns the reports of games that may be health probes, until a second turn shows that they are games.
 *
 * Guarantees that the reports of a game leave in the order of what happened. Reports leave by `setImmediate` so that
 * the answer is written to its socket first: logging and recording never delay a move. Never changes a game, and never
 * reports a health probe but for its end and the turns that its strategy failed.
 */
export class GameReporter {
  readonly #deps: GameReporterDeps;
  readonly #held = new WeakMap<LiveGame, (() => void)[]>();
  /** What leaves when the loop turns next: by one timer for all, because each move has several. */
  #due: (() => void)[] = [];

  constructor(deps: GameReporterDeps) {
    this.#deps = deps;
  }

  /** The first request of a game came in. */
  started(game: LiveGame, { game: { ruleset, map }, board }: GameRequest, arrival: Arrival): void {
    const { game: id, you } = game;
    // Not the request itself: it would be kept as long as the report is held back.
    const start = { ruleset: ruleset.name, map, snakes: board.snakes.length };
    this.#report(game, () => this.#tell({ type: 'gameStarted', game: id, you, ...start }));
    this.#record(game, (player) => {
      return { kind: 'began', ...this.#refOf(game), at: Date.now(), body: arrival.text, player } as const;
    });
  }

  /** A move was answered. A strategy that failed is reported even if only a health probe saw it. */
  answered(game: LiveGame, { turn, answer, budget, overhead, confirmed }: MoveReport): void {
    const { game: id, you, key } = game;
    const isMoveless = game.moveless === MOVELESS_TURNS;
    // Written out, because spread objects would be half the cost of a report, and this is done every turn.
    const report = () => {
      if (confirmed !== undefined) this.#confirm(game, confirmed);
      this.#tell({ type: 'answered', game: id, you, turn, overhead, budget, answer });
      if (isMoveless) this.#tell({ type: 'warned', key, turn, reason: MOVELESS });
    };
    if (answer.kind === 'moved') this.#report(game, report);
    else this.later(report);
  }

  /** Records an answered turn; once more when its shadow has answered. */
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

  /** The shadow answered a turn, or skipped it: reports that, and records the turn once more. */
  shadowAnswered(game: LiveGame, move: MoveReport, shadow: ShadowAnswer): void {
    this.recordTurn(game, move, shadow);
    const hasAgreed = shadow.kind === 'moved' && shadow.move === move.answer.move;
    const outcome = shadow.kind !== 'moved' ? shadow.kind : hasAgreed ? 'agreed' : 'differed';
    this.#report(game, () => this.#tell({ type: 'shadowAnswered', outcome }));
  }

  /** A game is over: reports and records its end. */
  ended(game: LiveGame, end: GameEnd): void {
    if (game.isProbe) this.#forgetHeld(game);
    else this.#release(game);
    this.recordEnd(game, end);
    const { turn, outcome, confirmed } = end;
    const { died, cause } = outcome ?? {};
    const pondered = game.pondered.turns > 0 && { pondered: game.pondered };
    const { game: id, you } = game;
    const ended = { game: id, you, turn, ...pondered, ...(died !== undefined && { died, cause }) };
    this.later(() => {
      if (confirmed !== undefined && !game.isProbe) this.#confirm(game, confirmed);
      this.#tell({ type: 'gameEnded', ...ended, ending: toReported(game, end.ending) });
    });
  }

  /** The end came of a game that is not known here: another host had it, and the journal may know its turns. */
  endedElsewhere(game: LiveGame, end: GameEnd): void {
    if (game.isProbe) return;
    this.recordEnd(game, end);
    const { game: id, you } = game;
    this.later(() => this.#tell({ type: 'gameEndedElsewhere', game: id, you, turn: end.turn }));
  }

  /** Records the end of a game; once more if a shadow answered the last turn after it. */
  recordEnd(game: LiveGame, { ending, at, arrival, outcome }: GameEnd): void {
    if (ending === 'probe' || ending === 'replayed') return;
    this.#record(game, () => {
      const made = outcome ?? { result: ending };
      return { kind: 'ended', ...this.#refOf(game), at, body: arrival?.text, outcome: made, saw: game.saw };
    });
  }

  /** The event is made at once, because a strategy may go on to change what it is made from. */
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

  /** Runs what an answer leads to once the answer has left. */
  later(run: () => void): void {
    if (this.#due.push(run) > 1) return;
    setImmediate(() => {
      try {
        // Grows meanwhile: what follows an answer has reports of its own.
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

/** As the journal shows it: who plays alone to the end neither wins, draws nor loses. */
function toReported({ isSolo }: LiveGame, ending: GameEnd['ending']): GameEnding {
  return isSolo && (ending === 'win' || ending === 'draw' || ending === 'loss') ? 'solo' : ending;
}

/** The precision that times are recorded with, in ms: further digits are noise and take most of the space of a turn. */
function toHundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}
