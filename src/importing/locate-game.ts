/**
 * Where a game is, from what a user pastes: the address of a page or an engine, a link of the viewer, or a bare id.
 */
import { SourceError } from './source-game.js';

export interface GameAddress {
  /** What `/games/ID` is appended to; without a slash at its end. */
  readonly base: string;
  readonly id: string;
}

/** Where a bare id is looked for: the platform. */
export const DEFAULT_ENGINE = 'https://arena.battlesnake.com/api';
/** Where the official viewer looks if its link names no engine. */
const VIEWERS_ENGINE = 'https://engine.battlesnake.com';

/**
 * The game that `word` means. An address may continue after the id, `…/games/ID/frames`; a link of the viewer has the
 * id and the engine in its query. Throws a {@link SourceError} if the word is something else.
 *
 * @param engine where a bare id is looked for.
 */
export function locateGame(word: string, engine = DEFAULT_ENGINE): GameAddress {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(word)) return readAddress(word);
  if (/\.jsonl?$/i.test(word)) throw new SourceError('is a file that does not exist');
  if (/^[\w.~:-]{1,256}$/.test(word) && !word.startsWith('.')) return { base: readBase(engine), id: word };
  throw new SourceError('is not a file, and not the URL or id of a game');
}

/** An engine's address, without a slash at its end. Throws a {@link SourceError} if it is no http or https URL. */
export function readBase(text: string): string {
  const { origin, pathname } = readUrl(text);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function readAddress(word: string): GameAddress {
  const { origin, pathname, searchParams } = readUrl(word);
  const shown = searchParams.get('game');
  if (shown !== null && shown !== '') {
    return { base: readBase(searchParams.get('engine') || VIEWERS_ENGINE), id: shown };
  }
  const [, path, id] = /^(.*?)\/games\/([^/]+)/.exec(pathname) ?? [];
  if (path === undefined || id === undefined) {
    throw new SourceError('is not the address of a game: it has neither "/games/ID" nor "?game=ID"');
  }
  return { base: origin + path, id: decode(id) };
}

/** Name and password are left out: the address is kept with the game. */
function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw new SourceError(`has an invalid URL: "${text.slice(0, 100)}"`);
  const url = new URL(text);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new SourceError(`has a URL that begins with "${url.protocol}//". Only http and https are supported`);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
