/** Makes files of a game: a picture of the shown turn, a GIF of a range of turns. */
import { fetchFile } from '../shell/fetch-json.js';
import { useAction } from '../shell/use-action.js';

interface PicturesProps {
  readonly id: string;
  readonly turn: number;
  readonly last: number;
}

export function Pictures({ id, turn, last }: PicturesProps) {
  const { isBusy, problem, run, submit } = useAction();
  const save = async (body: object, name: string): Promise<void> => {
    const made = await fetchFile(`/api/games/${encodeURIComponent(id)}/picture`, { method: 'POST', body });
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(made), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const saveGif = (data: FormData): Promise<void> => {
    const [from, to] = [Number(data.get('from')), Number(data.get('to'))];
    return save({ from, to }, `${id}-${from}-${to}.gif`);
  };
  return (
    <form class="row" onSubmit={submit(saveGif)}>
      <button type="button" disabled={isBusy} onClick={() => run(() => save({ turn }, `${id}-${turn}.svg`))}>
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
