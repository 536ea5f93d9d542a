/** Every fault, in the order in which they are tried. */
import { addressLimits } from './address-limits.js';
import { failedSpawns, reaperKilled, signals } from './children.js';
import type { Fault } from './fault.js';
import { fifos, largeFile, readOnlyRoot } from './files.js';
import { FLOOD_FAULTS } from './floods/flood-faults.js';
import { brokenChannel, sentHandles, strayErrors } from './hostile.js';
import { cutMap, damagedPage } from './journal-file.js';
import { clockSteps, pausedHost, wallClock } from './pause.js';
import { forgedTurns } from './forged-turns.js';
import { movedEnds } from './moved-ends.js';
import { reloads } from './reloads.js';
import { SANDBOX_FAULTS } from './sandbox.js';
import { brokenDisk, fewDescriptors, fullDisk, readOnlyDisk, secondHost } from './resources.js';
import { badUpstream } from './upstreams.js';

export const FAULTS: readonly Fault[] = [
  signals,
  failedSpawns,
  reaperKilled,
  fewDescriptors,
  fullDisk,
  readOnlyDisk,
  brokenDisk,
  secondHost,
  cutMap,
  damagedPage,
  pausedHost,
  clockSteps,
  wallClock,
  brokenChannel,
  sentHandles,
  strayErrors,
  ...SANDBOX_FAULTS,
  reloads,
  fifos,
  largeFile,
  readOnlyRoot,
  forgedTurns,
  movedEnds,
  addressLimits,
  badUpstream,
  ...FLOOD_FAULTS,
];
