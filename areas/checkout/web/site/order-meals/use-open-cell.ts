import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod/mini';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { useLocation, useNavigate } from '#platform/web/navigation/address.ts';
import { orderStep } from '#platform/web/navigation/paths.ts';

const OpenCell = z.object({
  personIndex: z.int().check(z.nonnegative()),
  date: z.string(),
  mealType: z.enum(MEAL_TYPES),
  helping: z.optional(z.enum(['first', 'second'])),
});
export type OpenCell = z.infer<typeof OpenCell>;

const OpenCellState = z.object({ pick: OpenCell });

const CellToShow = z.object({ cell: OpenCell });

/** The cell that a link from another page or step leads to. */
export function cellToShow(state: unknown): OpenCell | null {
  return CellToShow.safeParse(state).data?.cell ?? null;
}

/**
 * The cell a meal is being chosen for. Kept in the browser's history, so that Back on a phone closes the menu and not
 * the step.
 */
export function useOpenCell(peopleCount: number, days: readonly { date: PlainDate }[]) {
  const navigate = useNavigate();
  const { state, key, search } = useLocation();
  const isClosing = useRef(false);
  const found = useMemo(() => OpenCellState.safeParse(state).data?.pick, [state]);
  const isCell =
    found && found.personIndex < peopleCount && days.some((day) => day.date === found.date);
  // Moving on to the next cell is no step of its own in the history.
  const [moved, setMoved] = useState<{ key: string; pick: OpenCell } | null>(null);
  const pick = isCell ? (moved?.key === key ? moved.pick : found) : null;

  useEffect(() => {
    isClosing.current = false;
  }, [key]);

  const openPick = useCallback(
    (cell: OpenCell) => {
      // The wizard has its step in the address; the page that changes an order has no steps.
      const here = new URLSearchParams(search).has('step') ? orderStep({ step: 2 }) : { search };
      void navigate(here, { state: { pick: cell }, preventScrollReset: true });
    },
    [navigate, search],
  );

  function movePick(cell: OpenCell) {
    setMoved({ key, pick: cell });
  }

  /** Going back twice, on a double tap, would leave the step. */
  function closePick() {
    if (isClosing.current) return;
    isClosing.current = true;
    void navigate(-1);
  }

  return { pick, openPick, movePick, closePick };
}
