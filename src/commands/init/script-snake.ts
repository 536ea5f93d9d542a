/** A first snake in TypeScript or JavaScript: a strategy, which the host runs itself. Called by `project.ts`. */
import type { SnakeParts } from './snake-parts.js';
import { strategyText, testText, type Extension, type Starter } from './starters.js';

interface ScriptChoices {
  readonly name: string;
  readonly extension: Extension;
  readonly from: Starter;
}

export function scriptSnake({ name, extension, from }: ScriptChoices): SnakeParts {
  const isTyped = extension === 'ts';
  const file = `strategies/${name}.${extension}`;
  const test = `test/${name}.test.${extension}`;
  return {
    file,
    test,
    files: {
      'tsconfig.json': compilerOptions(extension),
      [file]: strategyText(from, extension),
      [test]: testText(name, extension),
    },
    ignored: [],
    keys: [`strategy: ${name} # the file ${file}`],
    scripts: {
      test: `node ${isTyped ? '--import serpentarium/typescript ' : ''}--test test/*.test.${extension}`,
      check: `${isTyped ? 'tsc && ' : ''}serpentarium check`,
    },
    devDependencies: isTyped ? ['@types/node', 'typescript'] : [],
    debianPackages: [],
    word: name,
    comparison: [
      "if diff -r base/strategies strategies; then echo 'No strategy has changed.'; exit 0; fi",
      `npx serpentarium compare ./base/${file} ${name} --games 200 | tee verdict.txt`,
    ],
    furtherCommands: [['npx serpentarium new second --from cautious', 'another snake beside it']],
    platform: 'Node',
    document: '`strategy.md` for what a strategy can import',
  };
}

/** The host bundles strategies by itself: this is for editors and, in TypeScript, for \`npm run check\`. */
function compilerOptions(extension: Extension): string {
  const options = {
    target: 'es2023',
    module: 'preserve',
    ...(extension === 'ts'
      ? { types: ['node'], strict: true, noUncheckedIndexedAccess: true, allowImportingTsExtensions: true }
      : { allowJs: true, checkJs: true }),
    noEmit: true,
    skipLibCheck: true,
  };
  return `${JSON.stringify({ compilerOptions: options, include: ['strategies', 'test'] }, undefined, 2)}\n`;
}
