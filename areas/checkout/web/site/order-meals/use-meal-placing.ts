import { useState } from 'react';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { mealRuleFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { othersWhoMayHave } from '#areas/checkout/rules/draft/share-meals.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { type Helping, mealAt, type Person, placeMeal } from '#areas/order-book/rules/people.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { nextEmptyCell } from './next-empty-cell.ts';
import { type MissedBy, missedByPerson, onTables } from './shared-words.ts';
import type { OpenCell } from './use-open-cell.ts';

/** What the last tap did, until the sheet shows something else. */
export type LastPlacing = {
  at: OpenCell;
  /** Where the sheet went on to; null: everything of that kind is on the table. */
  next: OpenCell | null;
  words: string;
  missed: MissedBy[];
  before: Pick<OrderDraft, 'people' | 'weeklyDeliveryDay'>;
};

type PlacingWays = { onMove: (cell: OpenCell) => void; onDone: () => void };

/** Puts a meal on the table and goes on to the next empty cell. Changing a laid cell, or a second helping, ends there. */
export function useMealPlacing(pick: OpenCell | null, { onMove, onDone }: PlacingWays) {
  const { draft, dispatch, facts, week, menu } = useOrder();
  const [latest, setLatest] = useState<LastPlacing | null>(null);
  // It is about where the sheet is now, and not where it was opened again.
  const last = latest && pick === (latest.next ?? latest.at) ? latest : null;

  function place(mealId: number, isForAll: boolean) {
    if (!pick) return;
    const { personIndex, date, mealType, helping } = pick;
    const cell = { date, mealType };
    const person = draft.people[personIndex];
    if (!person) return;
    const sharing = {
      rule: mealRuleFor(draft, facts, { left: portionsInWeek(week.days) }),
      find: menu.find,
    };
    const { others, missed } = isForAll
      ? othersWhoMayHave(draft.people, personIndex, { ...cell, mealId }, sharing)
      : { others: [], missed: [] };
    const wasEmpty = mealAt(person, cell) === undefined;
    const placed = [personIndex, ...others];
    dispatch({ type: 'meal placed', people: placed, cell, mealId, ...(helping && { helping }) });
    if ((!wasEmpty || helping === 'second') && missed.length === 0) {
      onDone();
      return;
    }
    const after = placeFor(draft.people, placed, cell, mealId, helping);
    const next = nextEmptyCell(
      after,
      week.days.map((day) => day.date),
      { personIndex, ...cell },
    );
    const words = isForAll ? ` ${onTables(placed.length)}` : '';
    setLatest({
      at: pick,
      next,
      words: `${doneWords(draft.people, pick, next)}${words}`,
      missed: missedByPerson(draft.people, missed),
      before: { people: draft.people, weeklyDeliveryDay: draft.weeklyDeliveryDay },
    });
    if (next) onMove(next);
  }

  function undo() {
    if (!last) return;
    dispatch({ type: 'placement undone', before: last.before });
    onMove({ ...last.at });
  }

  return { last, place, undo };
}

function placeFor(
  people: readonly Person[],
  indexes: readonly number[],
  cell: Pick<OpenCell, 'date' | 'mealType'>,
  mealId: number,
  helping: Helping | undefined,
): Person[] {
  return people.map((person, index) =>
    indexes.includes(index) ? placeMeal(person, cell, mealId, helping) : person,
  );
}

/** "Wed 2 Dec done. Next: Thu 3 Dec.", "Mon 7 Dec done. Next: Ben, Tue 1 Dec." */
function doneWords(people: readonly Person[], at: OpenCell, next: OpenCell | null): string {
  const done = `${formatDayAndMonth(at.date)} done.`;
  if (!next) return done;
  const whose = next.personIndex === at.personIndex ? '' : `${people[next.personIndex]?.name}, `;
  return `${done} Next: ${whose}${formatDayAndMonth(next.date)}.`;
}

/** "All 7 dinners are on the table." */
export function allLaidWords(people: readonly Person[], days: number, mealType: MealType): string {
  const cells = people.length * days;
  const kind = mealType === 'lunch' ? 'lunches' : 'dinners';
  return `All ${cells} ${kind} are on the table.`;
}
