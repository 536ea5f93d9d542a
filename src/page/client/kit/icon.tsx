/** The few pictures on buttons. */

const PATHS = {
  first: 'M5 5v14M19 5L9 12l10 7z',
  back: 'M16 5L6 12l10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  on: 'M8 5l10 7-10 7z',
  last: 'M19 5v14M5 5l10 7-10 7z',
  link: 'M10 14l4-4M8.5 11.5L6 14a3.5 3.5 0 0 0 5 5l2.5-2.5M10.500 7.500L13 5a3.500 3.500 0 0 1 5 5l-2.500 2.500',
} as const;

/** A picture in the colour of the text around it. The button says in words what it does. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
