import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod/mini';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { paths } from '#web/navigation/paths.ts';

const OpenCell = z.object({
  personIndex: z.int().check(z.nonnegative()),
  date: z.string(),
  mealType: z.enum(MEAL_TYPES),
});
export type OpenCell = z.infer<typeof OpenCell>;

const OpenCellState = z.object({ pick: OpenCell });

/**
 * The cell a meal is being chosen for. Kept in the browser's history, so that Back on a phone closes the menu and not
 * the step.
 */
export function useOpenCell(peopleCount: number, days: readonly { date: PlainDate }[]) {
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const isClosing = useRef(false);
  const found = OpenCellState.safeParse(state).data?.pick;
  const isCell =
    found && found.personIndex < peopleCount && days.some((day) => day.date === found.date);
  const pick = isCell ? found : null;

  useEffect(() => {
    isClosing.current = false;
  }, [key]);

  function openPick(cell: OpenCell) {
    void navigate(paths.order({ step: 2 }), { state: { pick: cell }, preventScrollReset: true });
  }

  /** Going back twice, on a double tap, would leave the step. */
  function closePick() {
    if (isClosing.current) return;
    isClosing.current = true;
    void navigate(-1);
  }

  return { pick, openPick, closePick };
}
