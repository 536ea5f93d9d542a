/** Asks snakes of the host on a recorded turn, next to each other, and the search of `analyse` for all moves. */
import { useState } from 'preact/hooks';
import type { AskRequest, AskView, MoveView, TurnView } from '../../../views/game.js';
import { describeSource } from '../../../views/words.js';
import { BudgetBar } from '../board/answer.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { useMountedNames } from '../kit/snake-name.js';
import { fetchJson } from '../shell/fetch-json.js';
import { useAction } from '../shell/use-action.js';
import { ARROWS, formatLine, Thoughts } from './turn-panel.js';

interface AskTodayProps extends Required<Pick<TurnView, 'turn' | 'answer'>> {
  readonly id: string;
  readonly snake: string;
}

interface Asked {
  readonly turn: number;
  readonly answers: readonly AskView[];
  readonly moves: readonly MoveView[];
}

export function AskToday({ id, snake, turn, answer }: AskTodayProps) {
  const { isBusy, problem, run, submit } = useAction();
  const [asked, setAsked] = useState<Asked>();
  const nothing: Asked = { turn, answers: [], moves: [] };
  const { answers, moves } = asked?.turn === turn ? asked : nothing;
  const add = (found: Partial<Asked>): void =>
    setAsked((known) => ({ ...(known?.turn === turn ? known : nothing), ...found }));
  const prefixes = [...new Set([snake, ...useMountedNames().keys()])];
  const game = `/api/games/${encodeURIComponent(id)}`;
  const ask = async (form: FormData): Promise<void> => {
    const [first, second] = form.getAll('snake').map(String);
    const version = (form.get('version') as string).trim();
    const given: AskView[] = [];
    add({ answers: given });
    // The host runs one request at a time.
    for (const wanted of [version === '' ? first : `${first}@${version}`, second]) {
      if (!wanted) continue;
      const body: AskRequest = { snake: wanted };
      given.push(await fetchJson<AskView>(`${game}/turns/${turn}/ask`, { method: 'POST', body }));
      add({ answers: [...given] });
    }
  };
  const score = async (): Promise<void> => {
    add({ moves: [] });
    add({ moves: await fetchJson<MoveView[]>(`${game}/moves`, { method: 'POST', body: { turn } }) });
  };
  return (
    <>
      <form class="row" onSubmit={submit(ask)}>
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Asking …' : 'Ask today'}
        </button>
        <select name="snake" aria-label="Snake to ask">
          {prefixes.map((prefix) => (
            <option key={prefix} selected={prefix === snake}>
              {prefix}
            </option>
          ))}
        </select>
        <input
          name="version"
          aria-label="Version to ask"
          title="A Git commit, branch or tag, the hash of a version, or then: the one that played (default: the served one)"
          placeholder="@ version"
          size={10}
        />
        <select name="snake" aria-label="Snake to compare it with">
          <option value="">and no second snake</option>
          {prefixes.map((prefix) => (
            <option key={prefix} value={prefix}>
              and {prefix}
            </option>
          ))}
        </select>
        <button type="button" disabled={isBusy} onClick={() => run(score)}>
          Score all moves
        </button>
      </form>
      <div class="answers" aria-live="polite">
        {problem && asked?.turn === turn && <p class="reason">{problem}</p>}
        {answers.map((given, index) => (
          <Today key={index} answer={given} then={answer.move} />
        ))}
      </div>
      {moves.length > 0 && (
        <DataTable
          caption="The moves of this turn, as the search scores them"
          columns={MOVES}
          rows={moves}
          keyOf={({ move }) => move}
        />
      )}
    </>
  );
}

const MOVES: readonly Column<MoveView>[] = [
  { header: 'Move', cell: ({ move }) => `${ARROWS[move]} ${move}` },
  { header: 'Evaluation', cell: ({ worth }) => worth },
  { header: 'Line', cell: ({ line }) => formatLine(line) },
];

function Today({ answer, then }: { answer: AskView; then: string | undefined }) {
  return (
    <div class="today">
      <p>
        {answer.snake.includes('@') ? answer.snake : `${answer.snake} today`}: <strong>{answer.move}</strong>,{' '}
        {describeSource(answer)};{' '}
        {answer.move === then ? 'the same as in the game' : `in the game it was ${then ?? 'not seen'}`}.
      </p>
      {answer.reason && <p class="reason">{answer.reason}</p>}
      <BudgetBar answer={answer} />
      <Thoughts answer={answer} />
    </div>
  );
}
