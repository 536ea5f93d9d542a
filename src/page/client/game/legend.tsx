/** What is marked in a game, and what marks, evaluation and keys mean. */
import { useMemo } from 'preact/hooks';
import { MARKS, toPoints } from '../../../views/analysis.js';
import { formatMany } from '../../../views/numbers.js';
import { KEY_LIST } from '../playback/keys.js';
import type { TurnMark } from './turns.js';
import { MARK_LOOKS } from './marks.js';

const KINDS = Object.keys(MARK_LOOKS) as TurnMark['kind'][];

/** The id of the popover. */
const HELP = 'help';

interface LegendProps {
  readonly marks: readonly TurnMark[];
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** What is marked, and how often; a click goes to the next one. */
export function MarkLegend({ marks, at, onMove }: LegendProps) {
  const byKind = useMemo(() => Map.groupBy(marks, ({ kind }) => kind), [marks]);
  return (
    <ul class="legend" aria-label="Marks">
      {KINDS.map((kind) => {
        const { name, glyph, shape } = MARK_LOOKS[kind];
        const own = byKind.get(kind);
        return (
          own && (
            <li key={kind}>
              <button type="button" class="quiet" onClick={() => onMove((own.find((m) => m.at > at) ?? own[0]!).at)}>
                <svg class="mark-sample" viewBox="-6 -6 12 12" aria-hidden="true">
                  <path class={`mark ${kind}`} d={shape} />
                </svg>
                {kind === 'chance' || kind === 'death' ? name : formatMany(own.length, name)}
                {glyph.startsWith('?') && ` ${glyph}`}
              </button>
            </li>
          )
        );
      })}
      <li>
        <button type="button" class="quiet" title="Scale, marks and keys (?)" popoverTarget={HELP}>
          What do these mean?
        </button>
      </li>
    </ul>
  );
}

/** Shows or hides the popover; a click elsewhere and Escape hide it as well. */
export function toggleHelp(): void {
  document.getElementById(HELP)?.togglePopover();
}

const TERMS: readonly (readonly [names: readonly string[], meaning: string])[] = [
  ...MARKS.map(([mark, least]) => [[MARK_LOOKS[mark].glyph], `${mark}: ${toPoints(least)} points or more`] as const),
  [['★'], 'last chance: the last turn on which another move would have lived'],
  [['late'], 'the strategy missed its deadline, and the host moved for it; so for failed and illegal'],
  [['lost'], 'the engine did not use the answer; lost? if that is only probable'],
  ...KEY_LIST.map(({ keys, does }) => [keys, does] as const),
];

export function Help() {
  return (
    <div class="help-box card" id={HELP} popover role="dialog" tabIndex={0} aria-labelledby="help-title">
      <h2 id="help-title">Keys and marks</h2>
      <p>
        <strong>Evaluation</strong>: from −100, lost, to +100, won; 0 is even. It is what the search of{' '}
        <code>serpentarium analyse</code> thinks of the position, not a chance to win. A mark says how many points of it
        a move gave away, compared with the best one: in a lost position even a losing move gives little away.
      </p>
      <dl>
        {TERMS.map(([names, meaning]) => (
          <div key={meaning}>
            <dt class="row">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
