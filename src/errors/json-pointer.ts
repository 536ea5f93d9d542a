/** JSON pointers (RFC 6901): the path to a value inside a JSON document, as a string. */

/** Keys and list indexes from the root down: `['snakes', 2, 'options']`. */
export type Path = readonly (string | number)[];

/** `/snakes/2/a~1b` for `['snakes', 2, 'a/b']`; `''` for the root. */
export function formatPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The inverse of {@link formatPointer}; every step is a string, list indexes too. */
export function parsePointer(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
