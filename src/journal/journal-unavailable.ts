/** The error of every query that the journal cannot answer. */

/** The journal cannot be read now; the message says why. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';

  constructor(reason: string) {
    super(`the journal cannot be read: ${reason}`);
  }
}
