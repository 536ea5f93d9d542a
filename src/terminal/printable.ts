/** Makes text that strangers chose (names, shouts, error messages) safe to print. */

/** The text on one line, with a space for each character that a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
