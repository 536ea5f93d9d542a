/** States of a page: loading, empty, failed, stale. */
import type { ComponentChildren } from 'preact';
import { TimeAgo } from './figures.js';
import type { StreamStatus } from '../live/live-source.js';
import type { Fetched } from '../shell/fetch-json.js';

/** Appears after a moment, because most answers arrive sooner. */
export function Loading({ what = 'Loading' }: { what?: string }) {
  return (
    <p class="state loading" role="status">
      {what} …
    </p>
  );
}

interface FailedProps {
  readonly error: Error;
  readonly onRetry?: () => void;
  readonly heading?: string;
  readonly children?: ComponentChildren;
}

export function Failed({ error: { message }, onRetry, heading, children }: FailedProps) {
  return (
    <div class="state failed" role="alert">
      {heading && <h1>{heading}</h1>}
      <p>{message.charAt(0).toUpperCase() + message.slice(1)}</p>
      {children}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

interface LoadedProps<Value> {
  readonly fetched: Fetched<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** The fetched value, or its loading or failed state. */
export function Loaded<Value>({ fetched, children }: LoadedProps<Value>) {
  if (fetched.state === 'loading') return <Loading />;
  if (fetched.state === 'failed') return <Failed error={fetched.error} onRetry={fetched.again} />;
  return <>{children(fetched.value)}</>;
}

/** Empty state: a title and, if known, the reason. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p class="title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

/** The state of the live stream, as a word with a dot; screen readers announce its changes. */
export function StreamState({ state, since }: Pick<StreamStatus, 'state'> & Partial<StreamStatus>) {
  return (
    <span class={`stream ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {state}
      {state === 'reconnecting' && since !== undefined && [', last heard ', <TimeAgo key="since" at={since} />]}
    </span>
  );
}
