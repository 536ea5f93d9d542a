/** Draws workers by chance: machines of different speed, some of which die, stand still or come late. */
import { workerNamed } from './queue-parts.js';
import type { SimulatedWorker } from './simulated-queue.js';

/** Many workers in figures. Shares are of all workers; times in ms. */
export interface WorkerFigures {
  readonly workers: number;
  /** Jobs that each worker plays at once, at most. */
  readonly maxConcurrency: number;
  /** Those that are there from the beginning; the others join over `spell`. */
  readonly early: number;
  /** Those that die within `spell`, and those that stand still once within it. */
  readonly dying: number;
  readonly pausing: number;
  readonly spell: number;
  /** Longest time that a worker stands still. */
  readonly maxPause: number;
  /** Those that are fifty times slower than they should be. */
  readonly stuck: number;
}

/** Speeds lie between a third of the reference and three times as much. */
const SLOWEST = 0.316;

export function drawWorkers(figures: WorkerFigures, random: () => number): SimulatedWorker[] {
  const { workers, maxConcurrency, early, dying, pausing, spell, maxPause, stuck } = figures;
  return Array.from({ length: workers }, (_, index) => {
    const isStuck = random() < stuck;
    const speed = (SLOWEST * 10 ** random()) / (isStuck ? 50 : 1);
    const concurrency = 1 + Math.floor(random() * maxConcurrency);
    const joinsAt = random() < early ? 0 : random() * spell;
    const at = joinsAt + random() * spell;
    const fate = random();
    return {
      facts: workerNamed(`w${index}`, { speed, concurrency }),
      joinsAt,
      ...(fate < dying && { diesAt: at }),
      ...(fate >= dying && fate < dying + pausing && { pause: { at, ms: random() * maxPause } }),
    };
  });
}
