/** Who is logged in to the page of the admin port. Used by the access check and by the login's routes. */
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../context.js';
import { digestSecret } from './secret.js';

const COOKIE = 'serpentarium';
/** How long a browser stays logged in that is not used, in ms. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;
/** Most browsers at once; of more, the one that was silent for the longest time is logged out. */
const MAX_SESSIONS = 100;

/**
 * Owns the sessions of browsers. A session's id is random and says nothing of the token; it is kept as a hash, in
 * memory alone: a restart logs everybody out. Guarantees that it keeps a bounded number. Never checks a token.
 */
export class Sessions {
  readonly #now: () => number;
  /** When each was used last, by the hash of its id; the one that was silent for the longest time comes first. */
  readonly #usedAt = new Map<string, number>();

  /** @param now the clock, in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  open(ctx: AppContext): void {
    const id = randomBytes(32).toString('base64url');
    this.#use(hash(id));
    for (const oldest of this.#usedAt.keys()) {
      if (this.#usedAt.size <= MAX_SESSIONS) break;
      this.#usedAt.delete(oldest);
    }
    setCookie(ctx, id, LIFETIME_MS / 1000);
  }

  /** Whether the browser is logged in; then it stays so for another while. */
  has(ctx: Pick<AppContext, 'get'>): boolean {
    const id = readCookie(ctx);
    const key = id === undefined ? undefined : hash(id);
    const usedAt = key === undefined ? undefined : this.#usedAt.get(key);
    if (key === undefined || usedAt === undefined) return false;
    if (this.#now() - usedAt < LIFETIME_MS) this.#use(key);
    else this.#usedAt.delete(key);
    return this.#usedAt.has(key);
  }

  /** Logs the browser out. */
  close(ctx: AppContext): void {
    const id = readCookie(ctx);
    if (id !== undefined) this.#usedAt.delete(hash(id));
    setCookie(ctx, '', 0);
  }

  #use(key: string): void {
    this.#usedAt.delete(key);
    this.#usedAt.set(key, this.#now());
  }
}

function hash(id: string): string {
  return digestSecret(id).toString('base64');
}

function readCookie(ctx: Pick<AppContext, 'get'>): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(ctx.get('Cookie'))?.[1];
}

/** `Secure` if a proxy says that the browser came by HTTPS: the host itself has HTTP alone. */
function setCookie(ctx: AppContext, id: string, seconds: number): void {
  const secure = ctx.get('X-Forwarded-Proto') === 'https' ? '; Secure' : '';
  ctx.append('Set-Cookie', `${COOKIE}=${id}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`);
}
