/**
 * The heads and tails of snakes, drawn from above and facing right, as SVG paths in hundredths of a cell: (0, 0) is the
 * centre of the cell, the body is 66 wide. All of it is our own; official names map to the most similar one.
 */

/** A shape of artwork. Its tone is `#rrggbb`, or follows the snake's colour: `skin`, `deep`, `light`. */
export interface Layer {
  readonly tone: string;
  readonly d: string;
}

export interface Artwork {
  /** Official customizations that are drawn like this. */
  readonly like: string;
  /** The silhouette, in the snake's colour. Its parts may overlap. */
  readonly form: string;
  /** The layers below the silhouette, with an outline, and above it; the lowest first. */
  readonly under: readonly Layer[];
  readonly over: readonly Layer[];
}

/** Reads artwork: official names, then a line with tone and path for each layer, the lowest first; `=` is the form. */
function art(text: string): Artwork {
  const [like, ...lines] = text.split(/\n\s*/);
  const layers = lines.map((line): Layer => {
    const [, tone, d] = /^(\S+) (.*)$/.exec(line)!;
    return { tone: tone!, d: d! };
  });
  const at = layers.findIndex(({ tone }) => tone === '=');
  return { like: like!, form: layers[at]!.d, under: layers.slice(0, at), over: layers.slice(at + 1) };
}

const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
const pair = (x: number, y: number, r: number): string => dot(x, y, r) + dot(x, -y, r);
/** A path of pairs of numbers and its mirror image across the axis of the snake. */
const both = (d: string): string =>
  d + d.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${x} ${-Number(y)}`);
const eyes = (x: number, y: number, r: number): string =>
  `#ffffff ${pair(x, y, r)}\n#10151a ${pair(x + 0.3 * r, y, 0.62 * r)}\n#ffffff ${dot(x + 0.5 * r, y - 0.3 * r, 0.2 * r)}${dot(x + 0.5 * r, -y - 0.3 * r, 0.2 * r)}`;
const nostrils = (x: number, y: number): string => `deep ${pair(x, y, 3)}`;

const BLOB = 'M-50 -33C-34 -33 -24 -43 2 -43C30 -43 47 -25 47 0C47 25 30 43 2 43C-24 43 -34 33 -50 33z';
const SNOUT =
  'M-50 -33C-34 -33 -28 -45 -6 -45C20 -45 20 -28 36 -21C46 -16 49 -8 49 0C49 8 46 16 36 21C20 28 20 45 -6 45C-28 45 -34 33 -50 33z';

export const HEADS: Readonly<Record<string, Artwork>> = {
  round: art(`default beluga do-sammy mlh-gene whale orca
    = ${BLOB}
    ${eyes(12, 20, 14)}
    ${nostrils(39, 7)}`),
  smile: art(`happy cute workout trans-rights-scarf scarf bonhomme
    = ${BLOB}
    ${eyes(-4, 19, 13)}
    #ff9aa2 ${pair(15, 33, 6)}
    #5a1a22 M19 -24Q58 0 19 24Q31 0 19 -24z`),
  tongue: art(`silly smart-caterpillar snail
    #e5484d M30 -5L54 -5L70 -14L63 0L70 14L54 5L30 5z
    = ${SNOUT}
    ${eyes(2, 23, 15)}
    ${nostrils(41, 6)}`),
  viper: art(`fang cosmic-horror
    #ffffff ${both('M30 -18L57 -13L34 -5z')}
    = M-50 -33C-36 -33 -30 -48 -12 -46C2 -45 24 -26 40 -17Q52 0 40 17C24 26 2 45 -12 46C-30 48 -36 33 -50 33z
    #f7c948 ${both('M-8 -31Q14 -37 25 -14Q2 -12 -8 -31z')}
    #10151a ${both('M2 -28Q14 -26 18 -16Q6 -18 2 -28z')}
    deep ${both('M-30 0Q-22 -14 -8 -10Q-18 -6 -14 0z')}
    ${nostrils(40, 6)}`),
  horns: art(`evil villain iguana
    #f6ead0 ${both('M2 -36C-4 -54 -24 -62 -50 -54C-32 -50 -24 -42 -20 -30z')}
    = ${SNOUT}
    #ffffff ${pair(6, 21, 14)}
    #e5484d ${pair(10, 19, 8)}
    #10151a ${pair(11, 19, 4)}
    skin ${both('M-20 -39L22 -7L-20 -1z')}
    deep ${both('M-12 -36Q10 -24 26 -9L20 -4Q4 -18 -15 -30z')}
    ${nostrils(40, 8)}`),
  ears: art(`tiger-king rudolph
    = ${BLOB}${pair(-16, 38, 15)}
    #ff9aa2 ${pair(-15, 40, 7)}
    deep M-34 -4H-12V4H-34z${both('M-30 -22L-8 -13L-8 -9L-30 -13z')}
    light M20 0C20 -19 47 -19 46 0C47 19 20 19 20 0z
    ${eyes(8, 19, 10)}
    #10151a M36 -8Q46 -9 47 0Q46 9 36 8Q31 0 36 -8z`),
  gator: art(`alligator sand-worm lantern-fish
    #ffffff ${both('M8 -20L15 -40L22 -20L28 -40L35 -20L42 -41L50 -18z')}
    = M-50 -33C-38 -33 -30 -44 -14 -43C0 -42 0 -28 8 -25C20 -21 38 -27 49 -22Q60 -16 60 0Q60 16 49 22C38 27 20 21 8 25C0 28 0 42 -14 43C-30 44 -38 33 -50 33z
    light ${pair(-10, 23, 15)}
    #10151a ${pair(-7, 23, 11)}
    #f7c948 ${pair(-7, 23, 9)}
    #10151a ${both('M-16 -23Q-7 -18 2 -23Q-7 -28 -16 -23z')}
    ${nostrils(51, 9)}`),
  bot: art(`pixel bendr replit-mark safe gamer
    #9aa5b1 ${both('M-22 -36L-22 -51L-6 -51L-6 -36z')}
    = M-50 -33L-42 -33Q-36 -40 -28 -40L32 -40Q46 -40 46 -26L46 26Q46 40 32 40L-28 40Q-36 40 -42 33L-50 33z
    #10151a M2 -28L28 -28Q36 -28 36 -20L36 20Q36 28 28 28L2 28Q-6 28 -6 20L-6 -20Q-6 -28 2 -28z
    #6fe3f2 ${both('M7 -21L24 -21L24 -7L7 -7z')}
    #ffffff ${both('M17 -18L22 -18L22 -13L17 -13z')}
    light M-28 -14L-18 -14L-18 14L-28 14z`),
  rocket: art(`nr-rocket missile comet moto-helmet ski
    = M-50 -33C-34 -33 -24 -41 -4 -41C26 -41 50 -18 60 0C50 18 26 41 -4 41C-24 41 -34 33 -50 33z
    deep ${both('M-44 -26C-34 -27 -26 -33 -14 -33L-14 -25C-24 -25 -32 -19 -44 -18z')}
    #10151a M-6 0C-6 -24 0 -34 10 -33C28 -26 34 -12 34 0C34 12 28 26 10 33C0 34 -6 24 -6 0z
    #6fe3f2 M0 0C0 -18 4 -28 11 -27C24 -20 28 -10 28 0C28 10 24 20 11 27C4 28 0 18 0 0z
    #ffffff M11 -20Q21 -14 22 -3Q15 -5 10 -12z`),
  shades: art(`caffeine jackolantern
    = ${BLOB}
    light ${both('M-6 -42L10 -42L20 -37Q35 -32 33 -15Q30 -1 14 -1Q0 -2 -2 -18L-1 -30z')}
    #10151a ${both('M-3 -43L9 -43L18 -34Q31 -30 29 -16Q27 -4 14 -4Q3 -5 2 -18L3 -34z')}M9 -6L21 -6L21 6L9 6z
    #8fa3ba ${both('M9 -29Q23 -27 24 -15Q15 -17 9 -29z')}
    ${nostrils(40, 6)}`),
  hat: art(`rbc-bowler top-hat earmuffs snowman
    = ${BLOB}
    ${eyes(26, 17, 11)}
    #2b323a M-14 -46C6 -46 12 -20 12 0C12 20 6 46 -14 46C-34 46 -42 20 -42 0C-42 -20 -34 -46 -14 -46z
    #f7c948 ${dot(-15, 0, 24)}
    #47515c ${dot(-15, 0, 19)}`),
  cyclops: art(`all-seeing eyes mystic-moon snow-worm dead
    = ${BLOB}
    #ffffff ${dot(13, 0, 26)}
    #2a8fd6 ${dot(18, 0, 17)}
    #10151a ${dot(21, 0, 9)}
    #ffffff ${dot(25, -7, 4.5)}`),
};

export const TAILS: Readonly<Record<string, Artwork>> = {
  point: art(`default skinny iguana alligator
    = M-60 -33C-20 -33 8 -17 38 -4Q43 0 38 4C8 17 -20 33 -60 33z`),
  round: art(`round-bum weight snail
    = M-60 -33L-14 -33C12 -33 28 -18 28 0C28 18 12 33 -14 33L-60 33z
    light M-22 -20Q16 -20 16 0Q10 -10 -22 -10z`),
  rattle: art(`small-rattle fat-rattle
    = M-60 -33C-36 -33 -18 -24 -10 -15L-10 15C-18 24 -36 33 -60 33z${dot(-2, 0, 17)}${dot(17, 0, 14)}${dot(33, 0, 10)}
    light ${dot(0, 0, 11)}${dot(18, 0, 8.5)}${dot(33, 0, 5.5)}`),
  fin: art(`fish shark whale flake ice-skate rbc-necktie
    = M-60 -33C-34 -33 -18 -16 -4 -9C8 -26 24 -38 44 -40C36 -26 33 -10 33 0C33 10 36 26 44 40C24 38 8 26 -4 9C-18 16 -34 33 -60 33z
    deep ${both('M8 -7L33 -27L30 -19L12 -4z')}M6 -2L27 -2L27 2L6 2z`),
  curl: art(`curled hook mouse do-sammy
    = M-60 -33C-34 -33 -18 -30 -4 -31C24 -33 42 -16 42 5C42 26 26 37 9 36C-8 35 -17 21 -13 8C-9 -4 6 -8 15 0C21 6 20 15 13 17C20 10 14 4 7 6C-1 9 -1 20 9 22C21 24 29 15 27 4C25 -9 8 -18 -6 -10C-24 0 -34 33 -60 33z`),
  arrow: art(`sharp tiger-tail evil
    = M-60 -33C-32 -33 -18 -13 0 -8L-8 -26L44 0L-8 26L0 8C-18 13 -32 33 -60 33z
    deep M6 -12L34 0L6 12L10 0z`),
  flame: art(`bolt nr-booster comet mystic-moon
    = M-60 -33L-26 -33C-6 -33 14 -28 38 -36C28 -24 24 -18 22 -11C32 -11 44 -6 56 0C44 6 32 11 22 11C24 18 28 24 38 36C14 28 -6 33 -26 33L-60 33z
    #f7c948 M-22 -20C-2 -20 8 -14 14 -10C10 -8 22 -6 34 0C22 6 10 8 14 10C8 14 -2 20 -22 20Q-10 0 -22 -20z
    #fff3c4 M-14 -9Q2 -8 12 0Q2 8 -14 9Q-9 0 -14 -9z`),
  tuft: art(`bonhomme present coffee mlh-gene freckled
    = M-60 -33C-32 -33 -16 -15 4 -9L4 9C-16 15 -32 33 -60 33z${dot(10, 9, 13)}${dot(10, -9, 13)}${dot(28, 0, 14)}${dot(20, 0, 16)}
    light ${dot(12, -9, 6)}${dot(28, -3, 6)}`),
  block: art(`pixel block-bum replit-notmark
    = M-60 -33L-20 -33L-20 -22L4 -22L4 -11L28 -11L28 11L4 11L4 22L-20 22L-20 33L-60 33z
    deep M-34 -22L-24 -22L-24 -12L-34 -12zM-12 -11L-2 -11L-2 -1L-12 -1z`),
};

/** Finds artwork by name, official or ours; the first one for an unknown name. */
function finder(artworks: Readonly<Record<string, Artwork>>): (name: string | undefined) => Artwork {
  const known = new Map(
    Object.entries(artworks).flatMap(([own, found]) =>
      [own, ...found.like.split(' ')].map((name) => [name, found] as const),
    ),
  );
  return (name = '') => known.get(name) ?? Object.values(artworks)[0]!;
}

export const headNamed = finder(HEADS);
export const tailNamed = finder(TAILS);
