/** A short word in a frame: a result, a state. */
import type { ComponentChildren } from 'preact';
import type { Tone } from '../format/words.js';

interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class={tone ? `badge ${tone}` : 'badge'} title={title}>
      {children}
    </span>
  );
}
