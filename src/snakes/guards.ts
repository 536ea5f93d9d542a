/** Stops the candidate of a split that plainly fails: new games go to the base. Owned by the host. */
import { identifyCandidate, type LiveExperiment } from '../journal/report/experiment-sides.js';
import type { Review } from '../journal/report/guards.js';
import { EXCESS_ERROR } from '../stats/excess.js';
import { formatCount } from '../views/numbers.js';
import type { GuardState, SplitVerdict } from '../views/report-lines.js';
import type { Answer } from '../wire/responses.js';
import type { FailedTurn } from './game/fault-counts.js';
import type { SnakeReport } from './snake-report.js';

/** So many late, failed or illegal turns of one game stop the candidate, if the strategy is to blame for each. */
const MAX_FAULTS = 3;
const MAX_CRASHES = 2;

/** `isOurs`: a guard of this host has stopped the candidate, or a person has resumed it here. */
type OnChange = (experiment: LiveExperiment, state: GuardState, isOurs: boolean) => void;

/** Owns the guards of all splits, one per candidate with its code, version and options. They outlive a reload. */
export class Guards {
  readonly changed: OnChange;
  /** Whether earlier stops are known, as far as a journal has any: until then, all new games go to the base. */
  isKnown: boolean;
  readonly #guards = new Map<string, Guard>();

  constructor(hasJournal: boolean, changed: OnChange) {
    this.isKnown = !hasJournal;
    this.changed = changed;
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

const NO_STATE: GuardState = { guard: '', reason: '', at: 0 };

/**
 * Owns whether the candidate of one experiment gets new games.
 *
 * Guarantees that {@link isOpen} only reads memory: the request of an engine waits for nothing. The later of two states
 * counts, whichever host it comes from.
 */
export class Guard {
  experiment!: LiveExperiment;
  readonly #owner: Guards;
  #state = NO_STATE;
  /** Turns of games in progress for which the strategy is to blame, by the ids of the game. */
  readonly #faults = new Map<string, number>();
  #crashes = 0;

  constructor(owner: Guards) {
    this.#owner = owner;
  }

  get isOpen(): boolean {
    return this.#state.guard === '' && this.#owner.isKnown;
  }

  /** Takes the reports of the candidate: what is certain needs no statistics. */
  observe(report: SnakeReport): void {
    if (this.#state.guard !== '') return;
    if (report.type === 'answered' && isFault(report.answer)) this.#countFault(report.game + report.you, report.answer);
    if (report.type === 'gameEnded') this.#faults.delete(report.game + report.you);
    if (report.type !== 'childStopped' || report.exit.kind === 'stopped') return;
    if (report.exit.fault === 'start' || report.exit.fault === 'ceiling') return;
    if (++this.#crashes >= MAX_CRASHES)
      this.#change('crashes', `${MAX_CRASHES} of its processes crashed, the last because ${report.exit.reason}`);
  }

  /**
   * Takes what the journal knows: a later state, or evidence from the games since this one. A better base stops the
   * candidate once: who resumes it knows the verdict.
   */
  review({ verdict, state = NO_STATE }: Review): GuardState {
    if (state.at > this.#state.at) this.#take({ guard: state.guard, reason: state.reason, at: state.at }, false);
    // Unless the journal does not have a resumption yet: then it has reviewed games from before.
    const isOpen = this.#state.guard === '' && state.at >= this.#state.at;
    if (isOpen && verdict?.design === 'split') this.#stopFor(verdict);
    return this.#state;
  }

  #stopFor({ guards, decision, games }: SplitVerdict): void {
    const found = guards.find(({ evidence }) => evidence * EXCESS_ERROR >= 1);
    if (found !== undefined) {
      const { guard, base, candidate } = found;
      const bad = `${candidate.bad} of ${formatCount(candidate.games, 'game')} had ${guard}`;
      this.#change(guard, `${bad}, ${base.bad} of ${base.games} of the base`);
    } else if (decision === 'base is better' && this.#state.at === 0)
      this.#change(decision, `the experiment is decided after ${formatCount(games, 'game')}`);
  }

  /** Both sides get new games again, and earlier games count no longer. Returns the guard that had stopped it. */
  resume(): string {
    const { guard } = this.#state;
    if (guard !== '') this.#change('', '');
    return guard;
  }

  #change(guard: string, reason: string): void {
    // Later than the last state, whatever the clock does.
    this.#take({ guard, reason, at: Math.max(Date.now(), this.#state.at + 1) }, true);
  }

  #countFault(game: string, { reason }: FailedTurn): void {
    const count = (this.#faults.get(game) ?? 0) + 1;
    this.#faults.set(game, count);
    if (count >= MAX_FAULTS)
      this.#change('failed turns', `it failed on ${MAX_FAULTS} turns of one game, the last time because ${reason}`);
  }

  #take(state: GuardState, isOurs: boolean): void {
    const isSame = state.guard === this.#state.guard;
    this.#state = state;
    this.#faults.clear();
    this.#crashes = 0;
    if (!isSame) this.#owner.changed(this.experiment, state, isOurs);
  }
}

/** Not if the machine, the start of a process or the network is to blame. */
function isFault(answer: Answer): answer is FailedTurn {
  if (answer.kind === 'moved') return false;
  return answer.kind === 'late' ? answer.cause === 'strategy' : answer.cause === undefined;
}
