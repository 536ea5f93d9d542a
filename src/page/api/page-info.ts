/** What the document of the page says of the host that serves it. Types only. */

/** Stays the same until the page is loaded again. */
export interface PageInfo {
  /** Version of the host. */
  readonly version: string;
  /** The path below which the host serves the page; empty if the page has a port of its own. */
  readonly base: string;
  /** `admin`: the whole page. `contest`: that of one command. */
  readonly page: 'admin' | 'contest';
  /** Whether games are kept: without a journal there are no lists, and no games but live ones. */
  readonly hasJournal: boolean;
  /** Whether the port asks for a token, which the official viewer cannot send. */
  readonly hasToken: boolean;
}
