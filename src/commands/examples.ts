/** What the help of each command shows as examples: what people type most. Called by `all-commands.ts`. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: ['serve', 'serve --config config/snakes.yaml --reload'],
  alert: ['alert --test'],
  check: ['check', 'check --json'],
  doctor: ['doctor', 'doctor https://snakes.example/first'],
  dev: ['dev'],
  play: ['play --snake first --snake greedy --viewmap', 'play --snake first --url http://localhost:8080 --browser'],
  compare: ['compare greedy cautious', 'compare ../main/strategies/first.ts first --games 200'],
  tournament: ['tournament first greedy cautious', 'tournament first greedy --games 100'],
  tune: ['tune first', 'tune first --games 2000'],
  worker: ['worker --queue redis://queue.example:6379'],
  init: ['init my-snakes', 'init my-snakes --from cautious --js --yes', 'init my-snakes --python'],
  new: ['new second', 'new second --from champion'],
  maps: ['maps'],
  conform: ['conform turns.jsonl'],
  report: ['report', 'report --json'],
  games: ['games'],
  journal: ['journal check', 'journal backup games.db'],
  import: ['import games/first.jsonl'],
  export: ['export --output positions.parquet', 'export games --output positions.jsonl --planes'],
  replay: ['replay last', 'replay last --gif last.gif'],
  analyse: ['analyse last', 'analyse --lost --since 7d'],
  rethink: ['rethink last'],
  positions: ['positions positions --ask first'],
  autopsy: ['autopsy last'],
  arena: ['arena status', 'arena sync'],
  completion: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/serpentarium.fish'],
};

/** The end of a command's help; empty without an example. */
export function examplesOf(command: string): string {
  const lines = (EXAMPLES[command] ?? []).map((example) => `  npx serpentarium ${example}\n`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('')}`;
}
