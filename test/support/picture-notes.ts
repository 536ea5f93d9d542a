/** What the pictures of the documents show, as the test that makes them has noted. */
import { inRepository } from './fixtures.js';

export const PICTURES_FILE = inRepository('docs/images/pictures.json');

export interface PictureNotes {
  /** Of the build. */
  readonly version: string;
  readonly labels: readonly string[];
  /** Of the picture's file. */
  readonly sha256: string;
}
