/** The document's data about its host. Types only. */

/** Constant until the page is loaded again. */
export interface PageInfo {
  readonly version: string;
  /** The path of the page; empty if it has its own port. */
  readonly base: string;
  /** `admin`: the whole page. `contest`: one command's page. `share`: one game, for anybody with its link. */
  readonly page: 'admin' | 'contest' | 'share';
  /** Whether games are recorded: without a journal there are no lists, and only live games. */
  readonly hasJournal: boolean;
  /** Whether the port needs a token, which the official viewer cannot send. */
  readonly hasToken: boolean;
  /** Whether games can be shared. */
  readonly canShare?: boolean;
  /** Where engines reach the host, if that is configured, and its public port. */
  readonly publicUrl?: string | undefined;
  readonly publicPort?: number;
}
