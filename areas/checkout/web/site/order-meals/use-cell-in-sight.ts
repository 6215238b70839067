import { type RefObject, useEffect, useRef } from 'react';
import type { OpenCell } from './use-open-cell.ts';

type InSight = {
  heading: RefObject<HTMLElement | null>;
  cards: RefObject<HTMLElement | null>;
  /** A link or a tap has led to this cell. */
  isOpened: boolean;
  /** A sheet lies above it, which has the focus until it closes. */
  isCovered: boolean;
  /** Moved to by something that keeps the focus. */
  quiet: RefObject<WeakSet<OpenCell>>;
};

/**
 * When choosing moves on, the heading that says where has the focus, and another person's cards, which are in another
 * order, begin at their top.
 */
export function useCellInSight(
  cell: OpenCell,
  { heading, cards, isOpened, isCovered, quiet }: InSight,
) {
  const before = useRef<OpenCell | null>(null);
  const isDue = useRef(false);
  useEffect(() => {
    const last = before.current;
    before.current = cell;
    const isNew = last === null ? isOpened : last !== cell;
    const isOther = last !== null && last.personIndex !== cell.personIndex;
    if (isNew) isDue.current = !quiet.current.has(cell);
    const takesFocus = isDue.current && !isCovered;
    if (takesFocus) isDue.current = false;
    if (!takesFocus && !isOther) return;
    // Both make the browser lay out the page at once: after the frame that answers the tap.
    requestAnimationFrame(() => {
      setTimeout(() => {
        if (isOther && (cards.current?.getBoundingClientRect().top ?? 0) < 0)
          cards.current?.scrollIntoView({ block: 'start' });
        if (takesFocus) heading.current?.focus({ preventScroll: true });
      });
    });
  }, [cell, heading, cards, isOpened, isCovered, quiet]);
}
