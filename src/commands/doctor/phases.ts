/** Where the time of a request goes: name look-up, connection, TLS, waiting. Measured on the requests of a check. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** The parts of a request's time, in the order in which they pass. */
export const PHASES = ['lookup', 'connection', 'tls', 'waiting'] as const;
/** One of them. `waiting`: from the request on its way to the head of the answer, which is a round trip included. */
export type Phase = (typeof PHASES)[number];

/** The parts that a request had, in ms: without a look-up for an address, on an open connection with waiting alone. */
type PhaseTimes = Readonly<Partial<Record<Phase, number>>>;

export interface PhasePercentiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  readonly count: number;
}

/** Owns the times of all answered requests that it has observed. */
export class PhaseMeter {
  readonly #times: PhaseTimes[] = [];
  readonly #now: () => number;

  /** @param now in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Follows a request that is about to be sent. */
  readonly observe = (request: ClientRequest): void => {
    const times: Partial<Record<Phase, number>> = {};
    let since = this.#now();
    const ends = (phase: Phase) => () => {
      const now = this.#now();
      times[phase] = now - since;
      since = now;
    };
    request.once('socket', (socket: Socket) => {
      if (request.reusedSocket) since = this.#now();
      else socket.once('lookup', ends('lookup')).once('connect', ends('connection')).once('secureConnect', ends('tls'));
    });
    request.once('response', () => {
      ends('waiting')();
      this.#times.push(times);
    });
  };

  /** The times of the requests so far, in the order of their answers. */
  get times(): readonly PhaseTimes[] {
    return this.#times;
  }
}

export function percentilesByPhase(times: readonly PhaseTimes[]): Partial<Record<Phase, PhasePercentiles>> {
  const entries = PHASES.flatMap((phase) => {
    const found = percentilesOf(times.flatMap((each) => each[phase] ?? []));
    return found === undefined ? [] : [[phase, found] as const];
  });
  return Object.fromEntries(entries);
}

/** `undefined` if nothing was measured. */
function percentilesOf(durations: readonly number[]): PhasePercentiles | undefined {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
  const count = sorted.length;
  return count === 0 ? undefined : { p50: at(0.5), p95: at(0.95), max: at(1), count };
}
