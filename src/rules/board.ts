/** The board as typed arrays. */
export interface FastBoard {
  readonly width: number;
  readonly height: number;
}
