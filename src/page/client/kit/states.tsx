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
  /** Heading of the page, if this is all that it shows. */
  readonly heading?: string;
}

/** Says what went wrong, and offers to try again. */
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

/** Says that there is nothing to show, and best of all why. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p class="title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}
