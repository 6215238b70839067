import { type ReactNode, useState } from 'react';
import { kindText } from '#areas/menu/rules/dish-kinds.ts';
import { LONGEST_MENU_SEARCH } from '#areas/menu/rules/menu-filter.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import type { KindCount, PickerView } from './offered-meals.ts';

type PickerFilterProps = {
  view: PickerView;
  onView: (view: PickerView) => void;
  kinds: readonly KindCount[];
  /** Before all others, where the line above has no room for it. */
  before: ReactNode;
};

/** One row that scrolls sideways: a search, and the kinds of dish with how many there are for this person. */
export function PickerFilter({ view, onView, kinds, before }: PickerFilterProps) {
  const [isSearching, setSearching] = useState(view.search !== '');
  const isOpen = isSearching || view.search !== '';

  function close() {
    setSearching(false);
    onView({ ...view, search: '' });
  }

  return (
    <div
      role="search"
      aria-label="Search these meals"
      className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0.5"
    >
      {before}
      {isOpen && (
        <input
          type="search"
          aria-label="Search these meals"
          // It was opened to be typed in.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isSearching}
          value={view.search}
          maxLength={LONGEST_MENU_SEARCH}
          placeholder="no milk, curry, under 400 cal"
          onChange={(event) => onView({ ...view, search: event.currentTarget.value })}
          className="h-10 w-56 shrink-0 rounded-full border border-control bg-surface px-4"
        />
      )}
      <Chip isOn={isOpen} onToggle={() => (isOpen ? close() : setSearching(true))}>
        <span className="sr-only">{isOpen ? 'Close the search' : 'Search these meals'}</span>
        {isOpen ? <span aria-hidden="true">×</span> : <Lens />}
      </Chip>
      <Chip isOn={view.kind === null} onToggle={() => onView({ ...view, kind: null })}>
        All
      </Chip>
      {kinds.map(({ kind, count }) => (
        <Chip
          key={kind}
          isOn={view.kind === kind}
          onToggle={() => onView({ ...view, kind: view.kind === kind ? null : kind })}
        >
          {kind === 'hearts' ? (
            <>
              <span aria-hidden="true">♥</span>
              <span className="sr-only">Favourites</span>
            </>
          ) : kind === 'chilli' ? (
            'Chilli'
          ) : (
            kindText(kind)
          )}{' '}
          <span className="font-normal">{count}</span>
        </Chip>
      ))}
    </div>
  );
}

function Chip({
  isOn,
  onToggle,
  children,
}: {
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className="group flex min-h-11 shrink-0 items-center"
    >
      <span
        className={classNames(
          'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold tabular-nums group-hover:bg-primary-soft',
          isOn
            ? 'border-primary bg-primary-soft text-primary ring-1 ring-primary'
            : 'border-control bg-surface',
        )}
      >
        {children}
      </span>
    </button>
  );
}

function Lens() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <circle cx="10.5" cy="10.5" r="6.5" />
        <path d="m15.5 15.5 5 5" />
      </g>
    </svg>
  );
}
