/** What is marked in a game, and what marks, evaluation and keys mean. */
import type { ComponentChildren } from 'preact';
import { MARKS, toPoints } from '../../../inference/analysis.js';
import { formatMany } from '../format/numbers.js';
import { KEY_LIST } from '../playback/keys.js';
import type { TurnMark } from './frames.js';
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
  return (
    <ul class="legend" aria-label="Marks">
      {KINDS.map((kind) => {
        const { name, glyph, shape } = MARK_LOOKS[kind];
        const own = marks.filter((mark) => mark.kind === kind);
        const next = own.find((mark) => mark.at > at) ?? own[0];
        return (
          next && (
            <li key={kind}>
              <button type="button" class="quiet" onClick={() => onMove(next.at)}>
                <svg class="mark-sample" viewBox="-6 -6 12 12" aria-hidden="true">
                  <path class={`mark ${kind}`} d={shape} />
                </svg>
                {kind === 'chance' || kind === 'death' ? name : formatMany(own.length, name)}
                {glyph.startsWith('?') && <span class="glyph"> {glyph}</span>}
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

export function Help() {
  return (
    <div class="help-box" id={HELP} popover role="dialog" tabIndex={0} aria-labelledby="help-title">
      <h2 id="help-title">Keys and marks</h2>
      <p>
        <strong>Evaluation</strong>: from −100, lost, to +100, won; 0 is even. It is what the search of{' '}
        <code>serpentarium analyse</code> thinks of the position, not a chance to win. A mark says how many points of it
        a move gave away, compared with the best one: in a lost position even a losing move gives little away.
      </p>
      <dl>
        {MARKS.map(([mark, least]) => (
          <Term key={mark} names={[MARK_LOOKS[mark].glyph]}>
            {mark}: {toPoints(least)} points or more
          </Term>
        ))}
        <Term names={['★']}>last chance: the last turn on which another move would have lived</Term>
        <Term names={['late']}>
          the strategy missed its deadline, and the host moved for it; so for failed and illegal
        </Term>
        <Term names={['lost']}>the engine did not use the answer; lost? if that is only probable</Term>
      </dl>
      <dl>
        {KEY_LIST.map(({ keys, does }) => (
          <Term key={does} names={keys}>
            {does}
          </Term>
        ))}
      </dl>
    </div>
  );
}

function Term({ names, children }: { names: readonly string[]; children: ComponentChildren }) {
  return (
    <div>
      <dt>
        {names.map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
