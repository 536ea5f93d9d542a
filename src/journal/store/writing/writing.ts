/** A transaction that writes the events of a host: what its parts share. */
import type { GameRef } from '../../../wire/resources.js';
import { runsKey, type GameRun } from '../runs.js';
import type { Database } from '../tables.js';

/** A transaction that writes the events of a host. */
export interface Writing {
  readonly db: Database;
  /** Id of the host; empty for games that are imported. */
  readonly host: string;
  /** The runs of all games of the events, by {@link runsKey}, as they are now; the earliest begun comes first. */
  readonly runs: Map<string, GameRun[]>;
  /** The closed games that have got turns, by the id of their run. */
  readonly closed: Map<string, GameRef>;
  /** The games that are new to the journal, with when they began: their ends may have come before them. */
  readonly begun: { readonly ref: GameRef; readonly startedAt: number }[];
}

/** The runs of a game. */
export function runsOf({ runs }: Writing, ref: GameRef): readonly GameRun[] {
  return runs.get(runsKey(ref)) ?? [];
}

/** Takes note of how a run is now. */
export function noteRun({ runs }: Writing, ref: GameRef, run: GameRun): void {
  const others = (runs.get(runsKey(ref)) ?? []).filter(({ id }) => id !== run.id);
  runs.set(
    runsKey(ref),
    [...others, run].sort((a, b) => a.startedAt - b.startedAt || a.run - b.run),
  );
}
