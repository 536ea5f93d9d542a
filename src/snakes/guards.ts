/**
 * Decides which new games the candidate of a split gets: a growing share, none if it plainly fails, all once it is
 * promoted. Owned by the host.
 */
import type { Assignment } from '../journal/journal-event.js';
import { identifyCandidate, identifySides, type LiveExperiment } from '../journal/report/experiment-sides.js';
import { findImbalances } from '../journal/report/format-experiments.js';
import type { Review } from '../journal/report/guards.js';
import { EXCESS_ERROR } from '../stats/excess.js';
import { formatCount } from '../views/numbers.js';
import type { GuardState, SplitVerdict } from '../views/report-lines.js';
import type { GameRef } from '../wire/resources.js';
import type { Answer } from '../wire/responses.js';
import type { FailedTurn } from './game/fault-counts.js';
import type { SnakeReport } from './snake-report.js';

/** So many late, failed or illegal turns of one game stop the candidate, if the strategy is to blame for each. */
const MAX_FAULTS = 3;
const MAX_CRASHES = 2;

export interface GuardsListener {
  /** `isOurs`: this host has changed the state, not another one of the journal, or an earlier run. */
  changed(experiment: LiveExperiment, state: GuardState, before: GuardState, isOurs: boolean): void;
  /** Absent without a journal. */
  readonly findSide?: FindSide | undefined;
}

/** The side that plays a game, as the journal knows it. May reject. */
export type FindSide = (game: GameRef) => Promise<Assignment['variant'] | undefined>;

/** Owns the guards of all splits, one per candidate with its code, version and options. They outlive a reload. */
export class Guards {
  readonly listener: GuardsListener;
  /** Whether earlier states are known, as far as a journal has any: until then, all new games go to the base. */
  isKnown: boolean;
  readonly #guards = new Map<string, Guard>();

  constructor(listener: GuardsListener) {
    this.isKnown = listener.findSide === undefined;
    this.listener = listener;
  }

  /** The guard of an experiment with the present candidate. */
  of(experiment: LiveExperiment): Guard {
    const key = JSON.stringify([experiment.snakes, experiment.experiment, identifyCandidate(experiment)]);
    const guard = this.#guards.get(key) ?? new Guard(this);
    this.#guards.set(key, guard);
    guard.experiment = experiment;
    return guard;
  }
}

const NO_STATE: GuardState = { guard: '', reason: '', at: 0, since: 0, step: 0, sides: '', promoted: 0 };

/**
 * Owns which new games the candidate of one experiment gets.
 *
 * Guarantees that {@link share} only reads memory: an engine's request waits for nothing. The later of two states
 * counts, whichever host it comes from; but until a person acts, a stop outweighs every other state.
 */
export class Guard {
  readonly #owner: Guards;
  #experiment!: LiveExperiment;
  #sides = '';
  #state = NO_STATE;
  /** Turns of games in progress for which the strategy is to blame, by the ids of the game. */
  readonly #faults = new Map<string, number>();
  #crashes = 0;

  constructor(owner: Guards) {
    this.#owner = owner;
  }

  /** With the present base: another one begins with the first step. */
  set experiment(experiment: LiveExperiment) {
    this.#experiment = experiment;
    this.#sides = identifySides(experiment);
  }

  /** The probability that a new game goes to the candidate, from 0 to 1. */
  get share(): number {
    const { guard, promoted } = this.#state;
    if (guard !== '' || !this.#owner.isKnown) return 0;
    return promoted > 0 ? 1 : this.#steps[this.#step]!;
  }

  get state(): GuardState {
    return { ...this.#state, step: this.#step, sides: this.#sides };
  }

  get #steps(): readonly number[] {
    return this.#experiment.plan?.steps ?? [this.#experiment.split];
  }

  get #step(): number {
    return this.#state.sides === this.#sides ? Math.min(this.#state.step, this.#steps.length - 1) : 0;
  }

  /** Takes the reports of the candidate: what is certain needs no statistics. */
  observe(report: SnakeReport): void {
    if (this.#state.guard !== '') return;
    if (report.type === 'answered' && isFault(report.answer)) this.#countFault(report.game + report.you, report.answer);
    if (report.type === 'gameEnded') this.#faults.delete(report.game + report.you);
    if (report.type !== 'childStopped' || report.exit.kind === 'stopped') return;
    if (report.exit.fault === 'start' || report.exit.fault === 'ceiling') return;
    if (++this.#crashes >= MAX_CRASHES)
      this.#stop('crashes', `${MAX_CRASHES} of its processes crashed, the last because ${report.exit.reason}`);
  }

  /** Takes what the journal knows: a state that counts more, or evidence from the games since a person acted. */
  review({ verdict, state = NO_STATE }: Review): GuardState {
    if (overrules(state, this.#state)) this.#take(state, false);
    if (this.#state.at > 0 && this.#state.sides !== this.#sides) this.#change({});
    // Unless the journal does not have a person's action yet: then it has reviewed games from before.
    const isCurrent = state.since >= this.#state.since;
    if (isCurrent && this.#state.guard === '' && verdict?.design === 'split') this.#judge(verdict);
    return this.#state;
  }

  #judge(verdict: SplitVerdict): void {
    const { guards, decision, games, share, shareGames } = verdict;
    const { promote = 'ask', stepGames = 0 } = this.#experiment.plan ?? {};
    const found = guards.find(({ evidence }) => evidence * EXCESS_ERROR >= 1);
    // A decision acts once: a person who acts knows it.
    const isNews = decision !== verdict.heeded;
    const decided = `the experiment is decided after ${formatCount(games, 'game')}`;
    if (found !== undefined) {
      const { guard, base, candidate } = found;
      const bad = `${candidate.bad} of ${formatCount(candidate.games, 'game')} had ${guard}`;
      this.#stop(guard, `${bad}, ${base.bad} of ${base.games} of the base`);
    } else if (isNews && decision === 'base is better') this.#stop(decision, decided);
    else if (this.#state.promoted > 0) return;
    else if (isNews && decision === 'candidate is better' && promote === 'auto') {
      // A person may rely on games that do not fit their shares.
      if (findImbalances(verdict).size === 0) this.#change({ promoted: this.#next, reason: decided });
    } else if (this.#step < this.#steps.length - 1 && share === this.share && shareGames >= stepGames)
      this.#change({ step: this.#step + 1 });
  }

  /** A person stops the candidate. Returns false if it was stopped already. */
  stop(): boolean {
    const isNews = this.#state.guard === '';
    if (isNews) this.#stop('a person', 'a person has stopped it');
    return isNews;
  }

  /** Both sides get new games, from the first step on, and guards no longer count earlier games. */
  resume(): boolean {
    const { guard, promoted } = this.#state;
    const isNews = guard !== '' || promoted > 0;
    if (isNews) this.#change({ guard: '', reason: '', since: this.#next, step: 0, promoted: 0 });
    return isNews;
  }

  /** A person gives the candidate every new game. */
  promote(): boolean {
    const isNews = this.#state.promoted === 0;
    const [since, reason] = [this.#next, 'a person has promoted it'];
    if (isNews) this.#change({ guard: '', reason, since, promoted: since });
    return isNews;
  }

  #stop(guard: string, reason: string): void {
    this.#change({ guard, reason, promoted: 0 });
  }

  #change(change: Partial<GuardState>): void {
    this.#take({ ...this.state, ...change, at: this.#next }, true);
  }

  /** Now, but always later than the last state: the clock may be set back. */
  get #next(): number {
    return Math.max(Date.now(), this.#state.at + 1);
  }

  #countFault(game: string, { reason }: FailedTurn): void {
    const count = (this.#faults.get(game) ?? 0) + 1;
    this.#faults.set(game, count);
    if (count >= MAX_FAULTS)
      this.#stop('failed turns', `it failed on ${MAX_FAULTS} turns of one game, the last time because ${reason}`);
  }

  #take(state: GuardState, isOurs: boolean): void {
    const before = this.#state;
    this.#state = state;
    if (state.guard !== '') {
      this.#faults.clear();
      this.#crashes = 0;
    }
    this.#owner.listener.changed(this.#experiment, state, before, isOurs);
  }
}

/** Whether a state counts more than another one: as `writeGuard` of the journal has it. */
function overrules(next: GuardState, before: GuardState): boolean {
  if (next.since !== before.since) return next.since > before.since;
  const isStopped = next.guard !== '';
  return isStopped === (before.guard !== '') ? next.at > before.at : isStopped;
}

/** Not if the machine, the start of a process or the network is to blame. */
function isFault(answer: Answer): answer is FailedTurn {
  if (answer.kind === 'moved') return false;
  return answer.kind === 'late' ? answer.cause === 'strategy' : answer.cause === undefined;
}
