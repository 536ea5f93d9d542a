/**
 * Makes the compiled program small: run by `npm pack`, and by nothing else. Files stay where they are, so that a stack
 * trace still names the file. What strategies are bundled with keeps its names, so that a strategy has the same hash in
 * a checkout and in an installed package.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { forget } from '../bin/fingerprint.js';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const FOR_STRATEGIES = /^src\/(?:strategy\.js|(?:inference|rules|search|snakes\/strategy|wire)\/)/;

const files = ['src', 'journal'].flatMap((folder) =>
  readdirSync(path.join(DIST, folder), { recursive: true })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.js') && !file.startsWith('src/page/client/')),
);
for (const file of files) {
  const { code } = await transform(readFileSync(path.join(DIST, file), 'utf8'), {
    format: 'esm',
    target: 'es2023',
    minifyWhitespace: true,
    minifyIdentifiers: !FOR_STRATEGIES.test(file),
    minifySyntax: !FOR_STRATEGIES.test(file),
    legalComments: 'none',
    lineLimit: 160,
  });
  writeFileSync(path.join(DIST, file), code);
}
// What is compact is no longer what the build has written.
forget();
