/** How the live stream is, in a word. */
import { formatMoment } from '../format/times.js';
import type { LiveState } from '../live/live-source.js';

interface StreamStateProps {
  readonly state: LiveState;
  /** When it was heard last, in ms since 1970. */
  readonly since?: number | undefined;
}

/** A word with a dot; who listens to the page hears it when it changes. */
export function StreamState({ state, since }: StreamStateProps) {
  return (
    <span class={`stream ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {state === 'reconnecting' && since !== undefined ? `reconnecting since ${formatMoment(since)}` : state}
    </span>
  );
}
