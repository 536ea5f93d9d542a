/** A Dockerfile as the tests see it. */

/** One instruction, its continued lines joined. */
export interface DockerInstruction {
  /** Such as `COPY`. */
  readonly name: string;
  readonly words: readonly string[];
}

/** Its instructions in order, and the images that its stages start from. */
export interface Dockerfile {
  readonly instructions: readonly DockerInstruction[];
  readonly images: readonly string[];
}

/** Reads a Dockerfile without here-documents. */
export function readDockerfile(text: string): Dockerfile {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const instructions = lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name, ...words] = line.trim().split(/\s+/) as [string, ...string[]];
      return { name, words };
    });
  const images = instructions.filter(({ name }) => name === 'FROM').map(({ words }) => words[0]!);
  return { instructions, images };
}
