import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import {
  type DraftModeFacts,
  type WeeklyDraft,
  weeklyDayOf,
  type OrderDraft,
  deliveryTypeOfDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { mealAt, mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type {
  CellOfWeek,
  MealRule,
  MealToPlace,
  MealVerdict,
} from '#areas/checkout/rules/draft/meal-for.ts';

/** Lunch or dinner of a person on a date. */
export type SeatCell = CellOfWeek & { personIndex: number };

type OpenCells = {
  /** Those on which food can come. */
  days: readonly PlainDate[];
  /** Left empty on purpose. */
  skipped?: readonly SeatCell[];
};

/**
 * Where choosing goes on: the same person's next empty day for the same kind of meal, then the next person's. Null when
 * none is empty but those left so on purpose.
 */
export function nextCell(
  people: readonly Person[],
  open: OpenCells,
  { personIndex, date, mealType }: SeatCell,
): SeatCell | null {
  const { days } = open;
  const here = days.filter((day) => day <= date).length;
  for (let step = 0; step < people.length; step += 1) {
    const index = (personIndex + step) % people.length;
    const inOrder = step === 0 ? [...days.slice(here), ...days.slice(0, here)] : [...days];
    const found = firstEmpty(people, { ...open, days: inOrder }, { personIndex: index, mealType });
    if (found) return found;
  }
  return null;
}

/** One person's first empty cell of a kind; null: none. */
export function firstEmpty(
  people: readonly Person[],
  { days, skipped = [] }: OpenCells,
  { personIndex, mealType }: Pick<SeatCell, 'personIndex' | 'mealType'>,
): SeatCell | null {
  const person = people[personIndex];
  const date = days.find(
    (day) =>
      person &&
      !mealAt(person, { date: day, mealType }) &&
      !skipped.some((one) => isSameCell(one, { personIndex, date: day, mealType })),
  );
  return date === undefined ? null : { personIndex, date, mealType };
}

/** The first empty cell of anyone, of the kind asked for first; with none left, the very first cell. */
export function firstCell(
  people: readonly Person[],
  { days, skipped }: OpenCells,
  kinds: readonly MealType[],
): SeatCell {
  for (const mealType of kinds) {
    for (const personIndex of people.keys()) {
      const found = firstEmpty(people, { days, skipped: skipped ?? [] }, { personIndex, mealType });
      if (found) return found;
    }
  }
  return { personIndex: 0, date: days[0] ?? '', mealType: kinds[0] ?? 'dinner' };
}

type WishedFor = {
  /** The first empty cell of the first person who may eat it; null: nobody may, or all of theirs have a meal. */
  cell: SeatCell | null;
  /** Those asked before, who may not, and why. */
  refused: { personIndex: number; verdict: MealVerdict }[];
};

/** For whom a meal is that someone came with. */
export function cellForWish(
  people: readonly Person[],
  days: readonly PlainDate[],
  meal: MealToPlace & { id: number },
  rule: MealRule,
): WishedFor {
  const { mealType } = meal;
  const refused: WishedFor['refused'] = [];
  for (const [personIndex, person] of people.entries()) {
    const empty = days.filter((date) => mealsAt(person, { date, mealType }).length === 0);
    const verdicts = empty.map((date) => rule(person, meal, { date, mealType }));
    const at = verdicts.findIndex(({ outcome }) => outcome === 'ok');
    const date = empty[at];
    if (date !== undefined) return { cell: { personIndex, date, mealType }, refused };
    const [verdict] = verdicts;
    if (verdict) refused.push({ personIndex, verdict });
  }
  return { cell: null, refused };
}

function isSameCell(one: SeatCell, other: SeatCell): boolean {
  return (
    one.personIndex === other.personIndex &&
    one.date === other.date &&
    one.mealType === other.mealType
  );
}

type DayOfWeek = { date: PlainDate; windows: readonly { open: boolean }[] };

export function hasFreeWindow({ windows }: DayOfWeek): boolean {
  return windows.some(({ open }) => open);
}

/**
 * Among the meal days, those for which food can come: with one weekly delivery, those after its day too, as meals keep or
 * freeze. Until daily or weekly is chosen, a day with windows needs one that is free: it may have to come on that day.
 */
export function daysToChoose(
  draft: WeeklyDraft & Pick<OrderDraft, 'deliveryType'>,
  facts: DraftModeFacts,
  week: readonly DayOfWeek[],
  mealDays: readonly PlainDate[],
): PlainDate[] {
  const type = deliveryTypeOfDraft(draft, facts);
  const offered = offeredDeliveryTypes(facts);
  const isWeekly = (type ?? offered.join(' ')) === 'weekly';
  const isEither = type === null && offered.includes('weekly');
  const chosen = weeklyDayOf(draft, facts);
  const comesOn = (date: PlainDate) =>
    week.findLast((day) => day.windows.length > 0 && day.date <= date);
  const isBrought = (date: PlainDate) => {
    const before = comesOn(date);
    return chosen === null ? before !== undefined && hasFreeWindow(before) : date >= chosen;
  };
  const keeps = ({ date, windows }: DayOfWeek) =>
    (isWeekly || (isEither && windows.length === 0)) && isBrought(date);
  const can = week.filter((day) => hasFreeWindow(day) || keeps(day)).map(({ date }) => date);
  return can.filter((date) => mealDays.includes(date));
}

// In which order meals are offered to one person in one cell. Ours.

export type CardToOrder = {
  meal: { id: number; calories: number };
  /** What of their diets it is not; empty: nothing. */
  missedDiets: string;
  /** Other days of the week on which they have it. */
  otherDates: readonly PlainDate[];
  isSoldOut: boolean;
};

/** What a day's meals should add up to, and what the others of that day already give; null without others. */
export type DayNeed = { targetKcal: number; otherKcal: number | null };

type OrderBy = {
  /** The meal that the customer came with. */
  wishId: number | null;
  hearts: readonly number[];
  need: DayNeed;
};

/**
 * The wish, hearts, then as they fit the day's plan, then as on the menu. What they have already that week comes after
 * all these, then what is not their diet, then what is sold out.
 */
export function orderCards<Card extends CardToOrder>(
  cards: readonly Card[],
  { wishId, hearts, need }: OrderBy,
): Card[] {
  const rank = ({ meal, missedDiets, otherDates, isSoldOut }: Card): number => {
    if (isSoldOut) return 5;
    if (meal.id === wishId) return 0;
    if (missedDiets !== '') return 4;
    if (otherDates.length > 0) return 3;
    return hearts.includes(meal.id) ? 1 : 2;
  };
  return cards.toSorted(
    (a, b) => rank(a) - rank(b) || offPlan(a.meal, need) - offPlan(b.meal, need),
  );
}

function offPlan({ calories }: CardToOrder['meal'], { targetKcal, otherKcal }: DayNeed): number {
  return otherKcal === null
    ? Math.abs(calories - targetKcal / 2)
    : Math.abs(calories + otherKcal - targetKcal);
}
