/** The links to single games: files next to the journal. Each has all that its link shows, and nothing else. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loadBytes } from '../../config/read-text.js';

/** What other sites show for a link. */
export interface ShareCard {
  readonly title: string;
  readonly about: string;
  /** A PNG as base64; absent if the package for pictures is not installed. */
  readonly picture?: string;
}

export interface ShareRow extends ShareCard {
  readonly token: string;
  readonly id: string;
  readonly at: number;
}

/** 128 random bits: a link cannot be guessed. */
const TOKEN = /^[\w-]{22}$/;
const CARD = '.card.json';
const GAME = '.json.gz';
/** Of a file, in bytes. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Owns the folder of the links. A link exists while its card does. */
export class Shares {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Shares a game as it is now. A game that is shared keeps its link. Rejects if the disk refuses. */
  async add(id: string, card: ShareCard, game: string, at: number): Promise<ShareRow> {
    const known = (await this.list()).find((share) => share.id === id);
    const share = { ...card, id, at, token: known?.token ?? randomBytes(16).toString('base64url') };
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#file(share.token, GAME), await promisify(gzip)(game));
    // A crash leaves no incomplete file.
    await writeFile(this.#file(share.token, '.new'), JSON.stringify(share));
    await rename(this.#file(share.token, '.new'), this.#file(share.token, CARD));
    return share;
  }

  /** All links, the newest first. */
  async list(): Promise<ShareRow[]> {
    const files = await readdir(this.#folder).catch(() => []);
    const tokens = files.flatMap((file) => (file.endsWith(CARD) ? file.slice(0, -CARD.length) : []));
    const shares = await Promise.all(tokens.map((token) => this.find(token)));
    return shares.filter((share) => share !== undefined).sort((one, other) => other.at - one.at);
  }

  /** Nothing if there is none, or its card is damaged. */
  async find(token: string): Promise<ShareRow | undefined> {
    if (!TOKEN.test(token)) return undefined;
    try {
      return JSON.parse((await loadBytes(this.#file(token, CARD), MAX_BYTES)).toString()) as ShareRow;
    } catch {
      return undefined;
    }
  }

  /** The game behind a link, as gzipped JSON; nothing if it cannot be read. */
  readGame({ token }: ShareRow): Promise<Buffer | undefined> {
    return loadBytes(this.#file(token, GAME), MAX_BYTES).catch(() => undefined);
  }

  /** Ends a link; does nothing if there is none. */
  async remove(token: string): Promise<void> {
    if (!TOKEN.test(token)) return;
    await rm(this.#file(token, CARD), { force: true });
    await rm(this.#file(token, GAME), { force: true });
  }

  #file(token: string, ending: string): string {
    return path.join(this.#folder, token + ending);
  }
}
