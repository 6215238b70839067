import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { useLocation, useNavigate } from '#platform/web/navigation/address.ts';

const OpenCell = z.object({
  personIndex: z.int().check(z.nonnegative()),
  date: z.string(),
  mealType: z.enum(MEAL_TYPES),
  helping: z.optional(z.enum(['first', 'second'])),
});
/** The cell a meal is being chosen for. */
export type OpenCell = z.infer<typeof OpenCell>;

const Entry = z.object({
  pick: z.optional(OpenCell),
  /** The week is shown as a table. */
  isWeek: z.optional(z.boolean()),
  /** The meal looked at closer, over the entry with the key `over`. */
  look: z.optional(z.int()),
  over: z.optional(z.string()),
});

/**
 * The open cell. One that was opened, the week, and a closer look are kept in the browser's history, so that Back on a
 * phone closes the sheet, then the cell, then the step; moving on from cell to cell is no step of its own.
 */
export function useOpenCell(first: () => OpenCell) {
  const navigate = useNavigate();
  const { state, key, search } = useLocation();
  const entry = useMemo(() => Entry.safeParse(state).data ?? {}, [state]);
  const { pick, isWeek = false, look = null, over = key } = entry;
  const [start] = useState(first);
  const [moved, setMoved] = useState<Record<string, OpenCell>>({});
  const isLeaving = useRef(false);
  const cell = moved[over] ?? pick ?? start;

  useEffect(() => {
    isLeaving.current = false;
  }, [key]);

  const enter = useCallback(
    (into: z.infer<typeof Entry>, replace: boolean) =>
      void navigate({ search }, { state: into, replace }),
    [navigate, search],
  );
  const move = useCallback(
    (to: OpenCell) => setMoved((before) => ({ ...before, [over]: to })),
    [over],
  );
  /** Opened from a cell that was opened before, it takes its place. */
  const open = useCallback(
    (to: OpenCell) => enter({ pick: to }, pick !== undefined && !isWeek),
    [enter, pick, isWeek],
  );
  const showWeek = useCallback(
    (isOn: boolean) => enter({ pick: cell, isWeek: isOn }, true),
    [enter, cell],
  );
  const lookAt = useCallback(
    (mealId: number) => {
      // The very same cell lies under the sheet.
      move(cell);
      enter({ pick: cell, look: mealId, over: key }, false);
    },
    [enter, move, cell, key],
  );
  /** Going back twice, on a double tap, would leave the step. */
  const leaveLook = useCallback(() => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    void navigate(-1);
  }, [navigate]);

  return {
    cell,
    isOpened: pick !== undefined,
    isWeek,
    look,
    open,
    move,
    showWeek,
    lookAt,
    leaveLook,
  };
}
