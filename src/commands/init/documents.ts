/** The README of a new project, and its workflow on GitHub. Called by `init`. */
import type { SnakeParts } from './snake-parts.js';

/** One page: what is where, and what to type. */
export function readme(project: string, name: string, snake: SnakeParts): string {
  return `# ${project}

A [Battlesnake](https://play.battlesnake.com/) server for your snakes, by Serpentarium.

\`\`\`sh
npm install
npm test         # asks ${name} for its move on a board
npm run dev      # serves it, and takes over every change that loads
\`\`\`

\`npm run dev\` prints the address of the snake, and of a page that shows its games.

- \`${snake.file}\` is how your snake decides: begin here.
- \`${snake.test}\` has boards, and the moves that you expect.
- \`config/snakes.yaml\` says which snakes are served, where, with which options.
- \`.github/workflows/snakes.yaml\` runs the tests on GitHub, and plays a pull request against the main branch.
- \`Procfile\` and \`Dockerfile\` say how hosting services start it.

## Is it any good?

\`\`\`sh
${withRemarks([
  [`npx serpentarium play --snake ${snake.word} --snake greedy --viewmap`, 'one game, drawn here'],
  [`npx serpentarium compare greedy ${snake.word}`, 'games until it is clear which is better'],
  ...snake.furtherCommands,
])}
\`\`\`

\`greedy\`, \`cautious\`, \`hunter\` and \`champion\` come along as opponents, from weak to strong.

## To the arena

1. Push this folder to a hosting service that runs ${snake.platform}, with the \`Procfile\`, or containers,
   with the \`Dockerfile\`. It needs a public address; games are kept in \`data\`, so give it a disk there.
2. \`npm run check\` says whether all snakes answer as the platform asks.
3. Register \`https://your-host/${name}\` at <https://play.battlesnake.com/>.

\`npx serpentarium --help\` lists all commands. The documents are in \`node_modules/serpentarium/docs/\`:
${snake.document}, \`configuration.md\` for the YAML.
`;
}

/** Commands with what they are for, one below the other. */
function withRemarks(lines: readonly (readonly [command: string, remark: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, remark]) => `${command.padEnd(width)} # ${remark}`).join('\n');
}

/** Checks and tests each push; plays what a pull request makes of the snake against the main branch's. */
export function workflow({ comparison }: SnakeParts): string {
  return `name: snakes

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - run: npm run check
      - run: npm test

  compare:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/checkout@v4
        with:
          ref: \${{ github.base_ref }}
          path: base
      - uses: actions/setup-node@v4
        with: { node-version: 24, cache: npm }
      - run: npm ci
      - name: Play against the main branch
        run: |
${comparison.map((line) => `          ${line}\n`).join('')}          { echo '\`\`\`'; cat verdict.txt; echo '\`\`\`'; } >> "$GITHUB_STEP_SUMMARY"
`;
}
