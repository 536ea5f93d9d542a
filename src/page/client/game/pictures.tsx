/** Makes files of a game: a picture of the shown turn, a GIF of a range of turns. */
import { useState } from 'preact/hooks';
import { fetchFile } from '../shell/fetch-json.js';

interface PicturesProps {
  readonly id: string;
  readonly turn: number;
  readonly last: number;
}

export function Pictures({ id, turn, last }: PicturesProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async (body: object, name: string): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const made = await fetchFile(`/api/games/${encodeURIComponent(id)}/picture`, { method: 'POST', body });
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(made), download: name });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (thrown) {
      setProblem((thrown as Error).message);
    }
    setBusy(false);
  };
  const saveGif = (event: Event): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const [from, to] = [Number(data.get('from')), Number(data.get('to'))];
    void save({ from, to }, `${id}-${from}-${to}.gif`);
  };
  return (
    <form class="row" onSubmit={saveGif}>
      <button type="button" disabled={isBusy} onClick={() => void save({ turn }, `${id}-${turn}.svg`)}>
        Picture
      </button>
      <button type="submit" disabled={isBusy}>
        {isBusy ? 'Drawing …' : 'GIF'}
      </button>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="small">
          <span class="soft">{name === 'from' ? 'of turns' : 'to'} </span>
          <input type="number" name={name} min="0" max={last} required defaultValue={name === 'from' ? 0 : last} />
        </label>
      ))}
      {problem && <span role="alert">{problem}</span>}
    </form>
  );
}
