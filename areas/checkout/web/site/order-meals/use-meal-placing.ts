import { useRef, useState } from 'react';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { mealRuleFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { type Cell, nextCell } from '#areas/checkout/rules/draft/next-cell.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { missedText, othersWhoMayHave } from '#areas/checkout/rules/draft/share-meals.ts';
import {
  type Helping,
  mealAt,
  mealsAt,
  type Person,
  placeMeal,
} from '#areas/order-book/rules/people.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OpenCell } from './use-open-cell.ts';

/** What the last tap did; it holds until something else is changed. */
export type LastPlacing = {
  /** Everyone before it, by which `undo` is known to be its own. */
  before: readonly Person[];
  at: OpenCell;
  missed: { name: string; words: string; cell: OpenCell }[];
};

type PlacingWays = {
  cell: OpenCell;
  days: readonly PlainDate[];
  isForAll: boolean;
  onMove: (cell: OpenCell) => void;
};

/** A second touch of the same card so soon is no second wish. */
const DOUBLE_TAP_MS = 300;

/** Puts a meal on the table and goes on to the next empty cell. Changing a laid one stays there. */
export function useMealPlacing({ cell: open, days, isForAll, onMove }: PlacingWays) {
  const { draft, dispatch, facts, week, menu, undo: undoable } = useOrder();
  const [latest, setLatest] = useState<LastPlacing | null>(null);
  const [skipped, setSkipped] = useState<Cell[]>([]);
  const [isEnd, setIsEnd] = useState<OpenCell | null>(null);
  const tapped = useRef({ mealId: 0, at: 0 });
  const { personIndex, date, mealType, helping } = open;
  const last = latest && undoable?.people === latest.before ? latest : null;

  function goOn(people: readonly Person[], without: readonly Cell[]) {
    const next = nextCell(people, { days, skipped: without }, open);
    if (next) onMove(next);
    else setIsEnd(open);
  }

  function place(mealId: number) {
    const now = performance.now();
    const { mealId: before, at } = tapped.current;
    tapped.current = { mealId, at: now };
    if (before === mealId && now - at < DOUBLE_TAP_MS) return;
    const person = draft.people[personIndex];
    const meal = menu.find(mealId);
    if (!person || !meal) return;
    const key = { date, mealType };
    const rule = mealRuleFor(draft, facts, { left: portionsInWeek(week.days) });
    const { others, missed } = isForAll
      ? othersWhoMayHave(draft.people, personIndex, { ...key, mealId }, { rule, find: menu.find })
      : { others: [], missed: [] };
    const placed = [personIndex, ...others];
    const whose =
      placed.length > 1 && placed.length === draft.people.length
        ? 'everyone'
        : new Intl.ListFormat('en-AU').format(
            placed.map((index) => draft.people[index]?.name ?? ''),
          );
    dispatch({
      type: 'meal placed',
      people: placed,
      cell: key,
      mealId,
      ...(helping && { helping }),
      words: `${meal.name} for ${whose}, ${shortDay(date)}.`,
    });
    setLatest({
      before: draft.people,
      at: open,
      missed: missed.map((one) => ({
        name: draft.people[one.personIndex]?.name ?? '',
        words: missedText(draft.people, one),
        cell: { personIndex: one.personIndex, ...one.cell },
      })),
    });
    if (mealAt(person, key) === undefined)
      goOn(withMeal(draft.people, placed, open, mealId), skipped);
    else if (helping === 'second') onMove({ personIndex, date, mealType });
  }

  function takeOff() {
    const person = draft.people[personIndex];
    const laid = person && mealsAt(person, open)[PORTIONS[helping ?? 'first']];
    if (!laid) return;
    dispatch({
      type: 'meal placed',
      people: [personIndex],
      cell: { date, mealType },
      mealId: null,
      ...(helping && { helping }),
      words: `${menu.find(laid.mealId)?.name ?? 'The meal'} off for ${person.name}, ${shortDay(date)}.`,
    });
    setLatest({ before: draft.people, at: open, missed: [] });
    if (helping === 'second') onMove({ personIndex, date, mealType });
  }

  function skip() {
    const now = [...skipped, { personIndex, date, mealType }];
    setSkipped(now);
    goOn(draft.people, now);
  }

  function undo() {
    dispatch({ type: 'undone' });
    setIsEnd(null);
    if (last) onMove(last.at);
  }

  return { last, isAtEnd: isEnd === open, place, takeOff, skip, undo };
}

export const PORTIONS: Record<Helping, number> = { first: 0, second: 1 };

function withMeal(
  people: readonly Person[],
  indexes: readonly number[],
  cell: OpenCell,
  mealId: number,
): Person[] {
  return people.map((person, index) =>
    indexes.includes(index) ? placeMeal(person, cell, mealId, cell.helping) : person,
  );
}

/** "Thu". */
export function shortDay(date: PlainDate): string {
  return formatDayAndMonth(date).split(' ', 1)[0] ?? '';
}
