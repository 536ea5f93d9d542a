/** Makes strings storable in every database. Called for all that strangers choose: ids and names. */

/** NUL characters, which PostgreSQL refuses, and halves of surrogate pairs, which every database replaces. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** The string as every database returns it: characters that cannot be stored are replaced. */
export function toStorable(text: string): string {
  return text.replaceAll(UNSTORABLE, '\ufffd');
}
