/** What a page shows in place of its contents: that they load, cannot be loaded, or that there are none. */
import type { ComponentChildren } from 'preact';

/** Says that something loads, but only after a moment: most answers are there sooner. */
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
}

export function Failed({ error, onRetry, heading }: FailedProps) {
  return (
    <div class="state failed" role="alert">
      {heading && <h1>{heading}</h1>}
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p class="title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}
