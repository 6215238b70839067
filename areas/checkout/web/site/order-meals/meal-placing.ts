import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { useLocation, useNavigate } from '#platform/web/navigation/address.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { mealRuleFor, missedText, othersWhoMayHave } from '#areas/checkout/rules/draft/meal-for.ts';
import { type SeatCell, nextCell } from '#areas/checkout/rules/draft/choosing-meals.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import {
  type Helping,
  mealAt,
  mealsAt,
  type Person,
  placeMeal,
} from '#areas/order-book/rules/people.ts';
import { type OrderInWizard, useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { DraftAction } from '#areas/checkout/web/site/order-reducer.ts';

const OpenCell = z.object({
  personIndex: z.int().check(z.nonnegative()),
  date: z.string(),
  mealType: z.enum(MEAL_TYPES),
  helping: z.optional(z.enum(['first', 'second'])),
});
export type OpenCell = z.infer<typeof OpenCell>;

const Entry = z.object({
  pick: z.optional(OpenCell),
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

/** Someone who did not get a meal for everyone, and why. */
type Missed = { name: string; words: string; cell: OpenCell };

/** What the last tap did; it holds until something else is changed. */
export type LastPlacing = {
  /** Everyone before it, by which `undo` is known to be its own. */
  before: readonly Person[];
  at: OpenCell;
  missed: Missed[];
};

type PlacingWays = {
  cell: OpenCell;
  days: readonly PlainDate[];
  isForAll: boolean;
  onMove: (cell: OpenCell) => void;
};

/** A second touch of the same card so soon is no second wish. */
const DOUBLE_TAP_MS = 300;

export const PORTIONS: Record<Helping, number> = { first: 0, second: 1 };

/** Puts a meal on the table and goes on to the next empty cell. Changing a placed one stays there. */
export function useMealPlacing({ cell: open, days, isForAll, onMove }: PlacingWays) {
  const order = useOrder();
  const { draft, dispatch } = order;
  const { people } = draft;
  const [latest, setLatest] = useState<LastPlacing | null>(null);
  const [skipped, setSkipped] = useState<SeatCell[]>([]);
  const [end, setEnd] = useState<OpenCell | null>(null);
  const tapped = useRef({ mealId: 0, at: 0 });
  const { helping, ...cell } = open;
  const person = people[cell.personIndex];
  const last = latest && order.undo?.people === latest.before ? latest : null;

  function goOn(after: readonly Person[], without: readonly SeatCell[]) {
    const next = nextCell(after, { days, skipped: without }, open);
    if (next) onMove(next);
    else setEnd(open);
  }

  function change(action: DraftAction, missed: Missed[]) {
    dispatch(action);
    setLatest({ before: people, at: open, missed });
    if (helping === 'second') onMove(cell);
  }

  function place(mealId: number) {
    const now = performance.now();
    const isTwice = tapped.current.mealId === mealId && now - tapped.current.at < DOUBLE_TAP_MS;
    tapped.current = { mealId, at: now };
    const planned = isTwice ? null : planPlacing(order, open, mealId, isForAll);
    if (!person || !planned) return;
    change(planned.action, planned.missed);
    if (mealAt(person, open) === undefined) goOn(planned.after, skipped);
  }

  function takeOff() {
    const placed = person && mealsAt(person, open)[PORTIONS[helping ?? 'first']];
    if (!placed) return;
    const meal = order.menu.find(placed.mealId)?.name ?? 'The meal';
    const words = `${shortDish(meal)} off for ${person.name}, ${shortDay(cell.date)}.`;
    change(placingOf(open, [cell.personIndex], null, words), []);
  }

  function skip() {
    const now = [...skipped, cell];
    setSkipped(now);
    goOn(people, now);
  }

  function undo() {
    dispatch({ type: 'undone' });
    setEnd(null);
    if (last) onMove(last.at);
  }

  return { last, isAtEnd: end === open, place, takeOff, skip, undo };
}

/** Null: the meal is not on the menu any more. */
function planPlacing(
  { draft, facts, week, menu }: OrderInWizard,
  open: OpenCell,
  mealId: number,
  isForAll: boolean,
): { action: DraftAction; missed: Missed[]; after: Person[] } | null {
  const { personIndex, date, mealType, helping } = open;
  const { people } = draft;
  const meal = menu.find(mealId);
  if (!meal) return null;
  const rule = mealRuleFor(draft, facts, { left: portionsInWeek(week.days) });
  const dish = { date, mealType, mealId };
  const { others, missed } = isForAll
    ? othersWhoMayHave(people, personIndex, dish, { rule, find: menu.find })
    : { others: [], missed: [] };
  const placed = [personIndex, ...others];
  const nameOf = (index: number) => people[index]?.name ?? '';
  const whose =
    placed.length > 1 && placed.length === people.length
      ? 'everyone'
      : new Intl.ListFormat('en-AU').format(placed.map(nameOf));
  return {
    action: placingOf(
      open,
      placed,
      mealId,
      `${shortDish(meal.name)} for ${whose}, ${shortDay(date)}.`,
    ),
    missed: missed.map((one) => ({
      name: nameOf(one.personIndex),
      words: missedText(people, one),
      cell: { personIndex: one.personIndex, ...one.cell },
    })),
    after: people.map((person, index) =>
      placed.includes(index) ? placeMeal(person, open, mealId, helping) : person,
    ),
  };
}

function placingOf(
  { date, mealType, helping }: OpenCell,
  people: readonly number[],
  mealId: number | null,
  words: string,
): DraftAction {
  const cell = { date, mealType };
  return { type: 'meal placed', people, cell, mealId, words, ...(helping && { helping }) };
}

/** "Roast Pork Fillet", of "Roast Pork Fillet with Apple and Fennel". */
function shortDish(name: string): string {
  return name.split(' with ', 1)[0] ?? name;
}

/** "Thu". */
export function shortDay(date: PlainDate): string {
  return formatDayAndMonth(date).split(' ', 1)[0] ?? '';
}
