/** What a server answers to `GET`: how its snake looks. Called by `upstream-watch.ts`. */
import { checkCustomization, CUSTOMIZATION_KEYS, type Customization } from '../../wire/customization.js';
import { cutString, MAX_NAME } from '../../wire/limits.js';

export interface ServedLooks {
  readonly looks: Customization;
  readonly problems: readonly string[];
}

/** Reads an answer. It keeps what engines would show, and leaves out the rest. */
export function readLooks(json: Readonly<Record<string, unknown>>): ServedLooks {
  const problems: string[] = [];
  if (json['apiversion'] !== '1') problems.push('"apiversion" is not the string "1", which engines ask for');
  const looks: Record<string, string> = {};
  for (const key of CUSTOMIZATION_KEYS) {
    const value = json[key];
    if (value === undefined || value === null || value === '') continue;
    const found = checkCustomization({ [key]: value });
    problems.push(...found.map(({ message }) => message));
    if (typeof value === 'string' && found.every(({ level }) => level === 'warning'))
      looks[key] = cutString(value, MAX_NAME);
  }
  return { looks, problems };
}
