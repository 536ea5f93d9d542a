/** A short word in a frame: a result, a state. */
import type { ComponentChildren } from 'preact';
import type { Tone } from '../format/tone.js';

interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

/** A word with a frame; the tone colours it, the word says it. */
export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class={tone ? `badge ${tone}` : 'badge'} title={title}>
      {children}
    </span>
  );
}
