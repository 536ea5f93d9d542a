/** Filters in the URL: they can be shared, and survive a reload. */
import { changeQuery, useLocation } from '../shell/location.js';

export interface Filter {
  readonly name: string;
  readonly label: string;
  /** Without choices it is a text field. */
  readonly choices?: readonly (string | { readonly value: string; readonly title: string })[] | undefined;
  readonly placeholder?: string;
}

export const SINCE: Filter = {
  name: 'since',
  label: 'Began',
  choices: [
    { value: '1h', title: 'last hour' },
    { value: '24h', title: 'last day' },
    { value: '7d', title: 'last week' },
    { value: '30d', title: 'last month' },
  ],
};

export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const { query } = useLocation();
  const isAny = filters.some(({ name }) => query.get(name));
  return (
    <form class="filters" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={query.get(filter.name) ?? ''} />
      ))}
      {isAny && (
        <button
          type="button"
          class="quiet"
          onClick={() => changeQuery(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          Clear
        </button>
      )}
    </form>
  );
}

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: string;
}

function FilterField({ filter: { name, label, choices, placeholder }, value }: FilterFieldProps) {
  const change = (event: Event): void => changeQuery({ [name]: (event.currentTarget as HTMLInputElement).value });
  return (
    <label class={value ? 'field chosen' : 'field'}>
      <span class="soft small">{label}</span>
      {choices ? (
        <select value={value} onChange={change}>
          <option value="">any</option>
          {toOptions(choices, value).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      ) : (
        <input type="search" value={value} placeholder={placeholder ?? 'any'} onChange={change} />
      )}
    </label>
  );
}

/** Includes a value of the URL that is not among the choices, because it filters, too. */
function toOptions(choices: NonNullable<Filter['choices']>, value: string) {
  const options = choices.map((choice) => (typeof choice === 'string' ? { value: choice, title: choice } : choice));
  const isKnown = value === '' || options.some((option) => option.value === value);
  return isKnown ? options : [...options, { value, title: value }];
}
