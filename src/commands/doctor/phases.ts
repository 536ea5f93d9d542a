/** The phases of a request: name look-up, connection, TLS, waiting. Measured on the requests of a check. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** The phases of a request, in order. */
export const PHASES = ['lookup', 'connection', 'tls', 'waiting'] as const;
/** `waiting`: from the sent request to the head of the answer, one round trip included. */
export type Phase = (typeof PHASES)[number];

/** The phases of one request, in ms: no look-up for an IP address, only waiting on an open connection. */
type PhaseTimes = Readonly<Partial<Record<Phase, number>>>;

export interface PhasePercentiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  readonly count: number;
}

export class PhaseMeter {
  readonly #times: PhaseTimes[] = [];
  readonly #now: () => number;

  /** @param now in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

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

/** `undefined` without measurements. */
function percentilesOf(durations: readonly number[]): PhasePercentiles | undefined {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
  const count = sorted.length;
  return count === 0 ? undefined : { p50: at(0.5), p95: at(0.95), max: at(1), count };
}
