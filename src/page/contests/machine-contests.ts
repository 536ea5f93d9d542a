/** The contests that run on this machine, and those that were over lately: asked for by the host's page. */
import { get, type IncomingMessage } from 'node:http';
import type { ContestLine, ContestView } from '../api/contests.js';
import type { ContestFolder } from './contest-folder.js';
import { isContestLines, isContestView } from './contest-schema.js';
import { toContestLine, type ContestSource } from './contest-source.js';

/** Longest time that a command may take to answer, in ms. */
const TIMEOUT_MS = 800;
/** The longest answer that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** How long an answer is good for all readers, in ms. */
const FRESH_MS = 900;

/**
 * The contests of a folder. What a command answers is checked, bounded and kept for a moment, so that many readers cost
 * no more than one. A command that does not answer, or nonsense, is left out.
 */
export class MachineContests implements ContestSource {
  readonly #folder: ContestFolder;
  readonly #answers = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();

  constructor(folder: ContestFolder) {
    this.#folder = folder;
  }

  async list(): Promise<ContestLine[]> {
    const running = await this.#running();
    const recent = this.#folder.recent().map(toContestLine);
    const isNew = ({ id }: ContestLine) => !running.some((one) => one.id === id);
    return [...running.sort((a, b) => b.startedAt - a.startedAt), ...recent.filter(isNew)];
  }

  async find(id: string): Promise<ContestView | undefined> {
    const line = (await this.#running()).find((one) => one.id === id);
    if (line?.url === undefined) return this.#folder.recent().find((one) => one.id === id);
    const contest = await this.#ask(`${line.url}/api/contests/${id}`);
    return isContestView(contest) && contest.id === id ? { ...contest, url: line.url } : undefined;
  }

  /** With the address that was asked, whatever it said itself. */
  async #running(): Promise<ContestLine[]> {
    const pages = this.#folder.running();
    const answers = await Promise.all(pages.map(({ url }) => this.#ask(`${url}/api/contests`)));
    return answers.flatMap((lines, index) => {
      return isContestLines(lines) ? lines.map((line) => ({ ...line, url: pages[index]!.url })) : [];
    });
  }

  /** `undefined` if there is no answer. */
  #ask(url: string): Promise<unknown> {
    const now = performance.now();
    for (const [known, { at }] of this.#answers) if (now - at > FRESH_MS) this.#answers.delete(known);
    const value = this.#answers.get(url)?.value ?? fetchJson(url).catch(() => undefined);
    if (!this.#answers.has(url)) this.#answers.set(url, { at: now, value });
    return value;
  }
}

/** Follows no redirects, so that the answer comes from this machine. Rejects if it is late, too long or no JSON. */
async function fetchJson(url: string): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { signal, agent: false, headers: { Accept: 'application/json' } }, resolve).on('error', reject);
  });
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BYTES) {
      response.destroy();
      throw new Error('the answer is too long');
    }
    pieces.push(piece);
  }
  if (response.statusCode !== 200) throw new Error(`the answer is ${response.statusCode}`);
  return JSON.parse(Buffer.concat(pieces).toString()) as unknown;
}
