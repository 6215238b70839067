import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isCommandKey } from '#platform/web/ui/form/is-typing.ts';

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
