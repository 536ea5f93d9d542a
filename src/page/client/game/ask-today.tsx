/** Asks snakes of the host on a recorded turn, next to each other, and the search of `analyse` for all moves. */
import { useState } from 'preact/hooks';
import type { AskRequest, AskView, MoveView, TurnView } from '../../../views/game.js';
import { describeSource } from '../../../views/words.js';
import { BudgetBar } from '../board/answer.js';
import { useMountedNames } from '../kit/snake-name.js';
import { fetchJson } from '../shell/fetch-json.js';
import { ARROWS, formatLine, Thoughts } from './turn-panel.js';

interface AskTodayProps extends Required<Pick<TurnView, 'turn' | 'answer'>> {
  readonly id: string;
  readonly snake: string;
}

interface Asked {
  readonly turn: number;
  readonly answers: readonly AskView[];
  readonly moves: readonly MoveView[];
  readonly problem?: string | undefined;
}

export function AskToday({ id, snake, turn, answer }: AskTodayProps) {
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const nothing: Asked = { turn, answers: [], moves: [] };
  const { answers, moves, problem } = asked?.turn === turn ? asked : nothing;
  const add = (found: Partial<Asked>): void =>
    setAsked((known) => ({ ...(known?.turn === turn ? known : nothing), ...found }));
  const prefixes = [...new Set([snake, ...useMountedNames().keys()])];
  const game = `/api/games/${encodeURIComponent(id)}`;
  const run = (action: () => Promise<void>): void => {
    setBusy(true);
    add({ problem: undefined });
    action()
      .catch(({ message }: Error) => add({ problem: message }))
      .finally(() => setBusy(false));
  };
  const ask = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [first, second] = form.getAll('snake').map(String);
    const version = (form.get('version') as string).trim();
    const chosen = [version === '' ? first : `${first}@${version}`, second];
    run(async () => {
      const given: AskView[] = [];
      // The host runs one request at a time.
      for (const snakeToAsk of chosen) {
        if (!snakeToAsk) continue;
        const body: AskRequest = { snake: snakeToAsk };
        given.push(await fetchJson<AskView>(`${game}/turns/${turn}/ask`, { method: 'POST', body }));
        add({ answers: [...given] });
      }
    });
  };
  const score = () =>
    run(async () => add({ moves: await fetchJson<MoveView[]>(`${game}/moves`, { method: 'POST', body: { turn } }) }));
  return (
    <>
      <form class="row" onSubmit={ask}>
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
        <button type="button" disabled={isBusy} onClick={score}>
          Score all moves
        </button>
      </form>
      <div class="answers" aria-live="polite">
        {problem && <p class="reason">{problem}</p>}
        {answers.map((given, index) => (
          <Today key={index} answer={given} then={answer.move} />
        ))}
      </div>
      {moves.length > 0 && <Moves moves={moves} />}
    </>
  );
}

function Moves({ moves }: { moves: readonly MoveView[] }) {
  return (
    <table class="moves">
      <caption class="hidden">The moves of this turn, as the search scores them</caption>
      <thead>
        <tr>
          <th scope="col">Move</th>
          <th scope="col">Evaluation</th>
          <th scope="col">Line</th>
        </tr>
      </thead>
      <tbody>
        {moves.map(({ move, worth, line }) => (
          <tr key={move}>
            <th scope="row">{`${ARROWS[move]} ${move}`}</th>
            <td>{worth}</td>
            <td>{formatLine(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
