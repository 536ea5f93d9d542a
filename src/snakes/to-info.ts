/** How a mounted snake introduces itself to engines. Called where one is mounted. */
import { CUSTOMIZATION_KEYS, type Customization } from '../wire/customization.js';
import type { InfoResponse } from '../wire/responses.js';

/** The answer to `GET`. What the configuration says wins over what the snake says of itself, key by key. */
export function toInfo(configured: Customization, exported: Customization): InfoResponse {
  const both: Customization = { ...exported, ...configured };
  const given = CUSTOMIZATION_KEYS.flatMap((key) => (both[key] === undefined ? [] : [[key, both[key]]]));
  return { apiversion: '1', ...Object.fromEntries(given) };
}
