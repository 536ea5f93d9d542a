/**
 * The two sides of an experiment, and how they have changed. An experiment only counts games with the present code,
 * version and options of both sides. Called for verdicts, and when a host starts.
 */
import type { EndedComparison, Side } from '../../views/report-lines.js';
import { createHash } from 'node:crypto';
import type { SharePlan } from '../../config/types.js';
import type { Assignment } from '../journal-event.js';
import { findLatestRun } from '../store/runs.js';
import type { Database } from '../store/tables.js';
import type { GameRef } from '../../wire/resources.js';

/** A seat of an experiment in a game, as a report reads it. `result` is null while the game is in progress. */
export interface ExperimentGame extends Side, Readonly<Record<'late' | 'failed' | 'illegal' | 'lost', number>> {
  readonly snake: string;
  /** The engine's id, and which game it was under that id. */
  readonly game: string;
  readonly run: number;
  readonly experiment: string;
  /** `both` if it stands for a game in which both sides played. */
  readonly variant: string;
  /** 0 if the sides play side by side. */
  readonly split: number;
  /** The probability that the game went to the candidate. */
  readonly share: number;
  /** The identity of the two sides. */
  readonly sides: string;
  readonly ruleset: string;
  readonly snakes: number;
  /** JSON: the names of the other snakes. */
  readonly opponents: string;
  readonly place: number | null;
  readonly result: string | null;
  /** In ms since 1970. */
  readonly started_at: number;
  readonly ended_at: number | null;
}

/** A live experiment as configured now. */
export interface LiveExperiment {
  /** The prefixes under which it plays: its own, or the base's and the candidate's. */
  readonly snakes: readonly string[];
  readonly experiment: string;
  /** 0 side by side. */
  readonly split: number;
  /** How the candidate's share grows (default: it stays the split, until a person promotes it). */
  readonly plan?: SharePlan | undefined;
  readonly base: Side;
  readonly candidate: Side;
}

const VARIANTS: readonly Assignment['variant'][] = ['base', 'candidate'];

/** 16 hexadecimal digits, the same for the same two sides on every machine: see {@link Assignment.sides}. */
export function identifySides({ base, candidate }: Pick<LiveExperiment, Assignment['variant']>): string {
  const sides = [base, candidate].map(({ hash, version, options }) => [hash, version, sortKeys(JSON.parse(options))]);
  return createHash('sha256').update(JSON.stringify(sides)).digest('hex').slice(0, 16);
}

/** The same for the candidate, whatever the base is. */
export const identifyCandidate = ({ candidate }: LiveExperiment) => identifySides({ base: candidate, candidate });

/** The order of the options does not matter. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sortKeys(inner)]);
}

/** The side that plays a game of an experiment. While the candidate gets no games, its base plays without a draw. */
export async function findSide(db: Database, ref: GameRef): Promise<Assignment['variant'] | undefined> {
  const run = await findLatestRun(db, ref);
  return run && (run.variant === 'candidate' ? 'candidate' : 'base');
}

/** A side without games is absent. */
type LastSides = Pick<EndedComparison, Assignment['variant']>;

/** Both sides as they were in their last games. */
export function lastSides(games: readonly ExperimentGame[]): LastSides {
  const [base, candidate] = VARIANTS.map((variant): Side | undefined => {
    const last = games.findLast((game) => game.variant === variant);
    return last && { hash: last.hash, version: last.version, options: last.options };
  });
  return { base, candidate };
}

/** What has changed from some sides to others: `candidate: options {"food":1} → {"food":3}`. */
export function describeChanges(from: LastSides, to: LastSides): string[] {
  return VARIANTS.flatMap((variant) => describeChange(variant, from[variant], to[variant]));
}

function describeChange(variant: string, before: Side | undefined, after: Side | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const change = (what: string, from: string, to: string) =>
    from === to ? [] : [`${variant}: ${what} ${from} → ${to}`];
  return [
    ...change('code', before.hash.slice(0, 7), after.hash.slice(0, 7)),
    ...(after.version === '' ? [] : change('version', before.version || 'none', after.version)),
    ...change('options', before.options, after.options),
  ];
}
