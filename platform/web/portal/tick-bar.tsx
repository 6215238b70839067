import { type ReactNode, useEffect, useRef, useState, type RefObject, useEffectEvent } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { isCommandKey } from '#platform/web/ui/form/search-field.tsx';

type TickBarProps = {
  /** "Ticked deliveries". */
  label: string;
  count: number;
  /** Ticked, but not in the list now. */
  hidden?: number;
  onClear: () => void;
  /** What can be done with all of them. */
  children: ReactNode;
};

/** How many rows are ticked, and what can be done with them at once. */
export function TickBar({ label, count, hidden = 0, onClear, children }: TickBarProps) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-2 rounded-2xl border border-primary bg-primary-soft px-4 py-2 max-sm:justify-between max-sm:py-1"
    >
      <p className="mr-2 font-semibold" role="status">
        {count} ticked
        {hidden > 0 && (
          <span className="block text-sm font-normal">
            {hidden} more ticked, but not in this list: left out
          </span>
        )}
      </p>
      {count > 0 && (
        <div className="flex items-center gap-2 max-sm:order-last max-sm:-mx-1 max-sm:basis-full max-sm:overflow-x-auto max-sm:px-1 max-sm:py-1 sm:flex-wrap">
          {children}
        </div>
      )}
      <Button variant="quiet" size="small" onClick={onClear}>
        Untick all
      </Button>
    </section>
  );
}

type TickBoxProps = {
  label: string;
  /** `mixed`: some of what it stands for is ticked. */
  checked: boolean | 'mixed';
  onTick: (isRange: boolean) => void;
  className?: string;
};

/** A checkbox in a square that a fingertip finds. */
export function TickBox({ label, checked, onTick, className }: TickBoxProps) {
  const ref = useRef<HTMLInputElement>(null);
  const isMixed = checked === 'mixed';
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={classNames('grid min-w-11 place-items-center', className ?? 'min-h-11')}>
      <input
        ref={ref}
        type="checkbox"
        checked={checked === true}
        aria-label={label}
        onChange={({ nativeEvent }) =>
          onTick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-5 accent-primary"
      />
    </label>
  );
}

export type TickedRows = {
  /** Ticked and in the list now, in its sequence. */
  chosen: readonly number[];
  /** Ticked, but not in the list now: nothing is done with them. */
  hidden: number;
  isTicked: (id: number) => boolean;
  /** `isRange`: all from the one ticked last to this one. */
  tick: (id: number, isRange?: boolean) => void;
  setAll: (ids: readonly number[], isTicked: boolean) => void;
  clear: () => void;
  /** Those that could not be changed stay ticked. */
  reduceTo: (has: (id: number) => boolean) => void;
};

/** Which rows of a list are ticked; a row that a filter hides counts again once it is back. */
export function useTickedRows(shown: readonly number[]): TickedRows {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number | null>(null);
  const chosen = shown.filter((id) => ticked.has(id));

  function setAll(ids: readonly number[], isTicked: boolean) {
    setTicked((now) => {
      const next = new Set(now);
      for (const id of ids) {
        if (isTicked) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }
  return {
    chosen,
    hidden: ticked.size - chosen.length,
    isTicked: (id) => ticked.has(id),
    tick: (id, isRange = false) => {
      setAll(isRange ? rangeOf(shown, last ?? id, id) : [id], !ticked.has(id));
      setLast(id);
    },
    setAll,
    clear: () => setTicked(new Set()),
    reduceTo: (has) => setTicked((now) => new Set([...now].filter(has))),
  };
}

/** Both ends included; only `to` when `from` is not in the list. */
function rangeOf(shown: readonly number[], from: number, to: number): readonly number[] {
  const ends = [shown.indexOf(from), shown.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** Marks a row for `useListKeys`. */
export const LIST_ROW = { 'data-list-row': '' };

const ROWS = '[data-list-row]';
const CHECKBOX = 'input[type=checkbox]';
const STEPS: Partial<Record<string, number>> = { j: 1, k: -1 };

/** `j` and `k` go to the next row and back, `x` ticks it, Enter opens it, Escape unticks all. */
export function useListKeys(list: RefObject<HTMLElement | null>, onClear: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!list.current || !isCommandKey(event)) return;
    const row = document.activeElement?.closest<HTMLElement>(ROWS) ?? null;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const rows = [...list.current.querySelectorAll<HTMLElement>(ROWS)];
      const at = row ? rows.indexOf(row) : -1;
      goTo(rows[at === -1 ? 0 : at + step]);
    } else if (event.key === 'x') row?.querySelector<HTMLElement>(CHECKBOX)?.click();
    else if (event.key === 'Escape') onClear();
    // Anything else that has the focus does what it does.
    else if (event.key === 'Enter' && document.activeElement?.matches(CHECKBOX))
      row?.querySelector('a')?.click();
    else return;
    if (event.key !== 'Escape') event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function goTo(row: HTMLElement | undefined): void {
  const target = row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>(CHECKBOX);
  target?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
