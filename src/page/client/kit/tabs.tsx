/** Tabs over parts of a page, worked by arrow keys as the ARIA practices describe. */
import type { ComponentChildren } from 'preact';

interface TabsProps<Name extends string> {
  /** Says what is chosen between; read aloud. */
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly title: ComponentChildren }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** The contents of the chosen tab. */
  readonly children: ComponentChildren;
}

/** One of several parts of a page, and the buttons that choose it. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const at = tabs.findIndex(({ name }) => name === chosen);
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = by && tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `panel-${name}` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={step}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`panel-${chosen}`} aria-labelledby={`tab-${chosen}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
