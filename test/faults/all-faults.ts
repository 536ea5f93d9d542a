/** Every fault, in the order in which they are tried. */
import { failedSpawns, reaperKilled, signals } from './children.js';
import type { Fault } from './fault.js';
import { clockSteps, pausedHost } from './pause.js';

export const FAULTS: readonly Fault[] = [signals, failedSpawns, reaperKilled, pausedHost, clockSteps];
