/** Locates a game from what a user pastes: the URL of a page or an engine, a link of the viewer, or a bare id. */
import { SourceError } from './game-boards.js';

export interface GameAddress {
  /** The URL before `/games/ID`, without a slash at its end. */
  readonly base: string;
  readonly id: string;
}

/** The engine of a bare id: the platform. */
export const DEFAULT_ENGINE = 'https://arena.battlesnake.com/api';
/** The engine of a viewer's link that names none. */
const VIEWERS_ENGINE = 'https://engine.battlesnake.com';
/** Pages that show games of this engine, and serve none. */
const VIEWERS = new Set(['play.battlesnake.com', 'exporter.battlesnake.com', 'board.battlesnake.com']);
/** An address as people copy it, without `https://`: a host with a dot or a port, and then the game. */
const BARE_ADDRESS = /^[\w-]+(?=[.:])[\w.-]*(:\d+)?\/(.*\/)?((games?|g)\/[^/]+|\?(.*&)?game=)/i;

/**
 * The game that `word` means. A URL may continue after the id, `…/games/ID/frames`; a link of the viewer has id and
 * engine in its query. Throws a {@link SourceError} for anything else.
 *
 * @param engine the engine of a bare id.
 */
export function locateGame(word: string, engine = DEFAULT_ENGINE): GameAddress {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(word)) return readAddress(word);
  if (/\.(jsonl?|txt)$/i.test(word)) throw new SourceError('is a file that does not exist');
  if (BARE_ADDRESS.test(word)) return readAddress(`${/^[^/]+:/.test(word) ? 'http' : 'https'}://${word}`);
  if (/^[\w.~:-]{1,256}$/.test(word) && !word.startsWith('.')) return { base: readBase(engine), id: word };
  throw new SourceError('is not a file, and not the URL or id of a game');
}

/** An engine's URL, without a slash at its end. Throws a {@link SourceError} if it is not an http or https URL. */
export function readBase(text: string): string {
  const { origin, pathname } = readUrl(text);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function readAddress(word: string): GameAddress {
  const { origin, host, pathname, searchParams } = readUrl(word);
  const shown = searchParams.get('game');
  if (shown !== null && shown !== '') {
    return { base: readBase(searchParams.get('engine') || VIEWERS_ENGINE), id: shown };
  }
  const [, path, id] = /^(.*?)\/(?:games?|g)\/([^/]+)/.exec(pathname) ?? [];
  if (path === undefined || id === undefined) {
    throw new SourceError('is not the address of a game: it has neither "/games/ID" nor "?game=ID"');
  }
  return { base: VIEWERS.has(host) ? VIEWERS_ENGINE : origin + path, id: decode(id) };
}

/** Without user name and password, because the URL is kept with the game. A stream and its game have one host. */
function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw new SourceError(`has an invalid URL: "${text.slice(0, 100)}"`);
  const url = new URL(text.replace(/^ws(?=s?:)/i, 'http'));
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
