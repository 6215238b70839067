import { useEffect, useRef } from 'react';
import { cellId } from './cell-id.ts';
import type { OpenCell } from './use-open-cell.ts';

/** The cell that the sheet showed last has the focus when it closes; one that a link leads to, from the start. */
export function useCellFocus(pick: OpenCell | null, linked: OpenCell | null) {
  const before = useRef<OpenCell | null>(null);
  useEffect(() => {
    if (linked) document.getElementById(cellId(linked))?.focus();
  }, [linked]);
  useEffect(() => {
    if (!pick && before.current) document.getElementById(cellId(before.current))?.focus();
    before.current = pick;
  }, [pick]);
}
