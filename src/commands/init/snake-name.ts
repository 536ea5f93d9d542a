/** Which names a new snake can have: a file, a prefix and a word of the command line at once. */
import { InvalidArgumentError } from 'commander';
import { prefixProblem } from '../../config/prefixes.js';

export function nameProblem(name: string): string | undefined {
  if (!/^[a-z][a-z0-9_-]{0,39}$/i.test(name)) {
    return 'Expected up to 40 letters, digits, "-" and "_", with a letter first: it names a file and an address.';
  }
  if (/^(true|false|null)$/i.test(name)) return `"${name}" is no name in YAML. Choose another.`;
  return prefixProblem(`/${name}`);
}

/** A parser for commander. */
export function snakeName(text: string): string {
  const problem = nameProblem(text);
  if (problem === undefined) return text;
  throw new InvalidArgumentError(problem);
}
