/** What the picker offers one person in one cell, in which order, and what it leaves out and why. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { daysBetween, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatAdvice, storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Cents } from '#platform/rules/money.ts';
import { eatByOf } from '#areas/needs/rules/gate/keeping.ts';
import {
  type CellOfWeek,
  deliveryDatesOf,
  type MealRule,
  mayBeChosen,
  mealRuleFor,
  type MealVerdict,
  verdictText,
} from '#areas/checkout/rules/draft/meal-for.ts';
import { leftToPlace, portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import type { DayNeed } from './day-target.ts';
import { mealsFor, type OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import type { OrderInWizard } from '#areas/checkout/web/site/order-context.tsx';

export type MealSort = 'fits' | 'price' | 'calories' | 'protein';

const REPEAT_DAYS = 2;

export type OfferedMeal = {
  meal: MealReply;
  /** What speaks against it and does not hold it; empty: nothing. */
  missedDiets: string;
  /** What may be in it that they can't have: to be read before it is chosen. */
  hasTraces: boolean;
  /** Other days of the week on which they have it. */
  otherDates: readonly PlainDate[];
  /** "keeps until Fri 4 Dec", "Freeze on arrival"; empty for a meal eaten on the day it arrives. */
  keeping: string;
  /** How many more may be placed on this day; null: enough for everyone. */
  left: number | null;
};

export type LeftOutMeal = {
  name: string;
  reason: string;
  why: 'allergens' | 'keeping' | 'sold out';
};

export type Offer = { offered: OfferedMeal[]; leftOut: LeftOutMeal[] };

type OfferedTo = Pick<OrderInWizard, 'draft' | 'menu' | 'facts' | 'week'>;

/** Every meal of that kind and day is in one of the two lists. */
export function offerTo(order: OfferedTo, person: Person, cell: CellOfWeek): Offer {
  const { draft, menu, facts, week } = order;
  const portions = portionsInWeek(week.days);
  const rule = mealRuleFor(draft, facts, { left: portions });
  const deliveryDate = deliveryDatesOf(draft, facts)(cell.date);
  const offer: Offer = { offered: [], leftOut: [] };
  for (const meal of mealsFor(menu, cell)) {
    const verdict = rule(person, meal, cell);
    if (mayBeChosen(verdict)) {
      const missedDiets = verdictText(verdict);
      const otherDates = datesWith(person, meal.id, cell);
      const keeping = keepingText(meal, { deliveryDate, mealDate: cell.date }, facts);
      const left = leftToPlace(portions, draft.people, { person, mealId: meal.id, cell });
      const hasTraces = verdict.outcome === 'traces';
      offer.offered.push({ meal, missedDiets, hasTraces, otherDates, keeping, left });
    } else {
      offer.leftOut.push({ name: meal.name, reason: verdictText(verdict), why: whyOf(verdict) });
    }
  }
  return offer;
}

/** The meals that a person may get without choosing them one by one. */
export function mealsThatSuit(
  { menu, rule }: { menu: OrderMenu; rule: MealRule },
  person: Person,
  cell: CellOfWeek,
  people?: readonly Person[],
): MealReply[] {
  return mealsFor(menu, cell).filter((meal) => rule(person, meal, cell, people).outcome === 'ok');
}

function whyOf({ outcome }: MealVerdict): LeftOutMeal['why'] {
  if (outcome === 'sold out') return outcome;
  return outcome === 'will not keep' ? 'keeping' : 'allergens';
}

function datesWith(person: Person, mealId: number, cell: CellOfWeek): PlainDate[] {
  return person.mealAssignments
    .filter((other) => other.mealId === mealId && other.date !== cell.date)
    .map(({ date }) => date);
}

function keepingText(
  meal: MealReply,
  days: { deliveryDate: PlainDate; mealDate: PlainDate },
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): string {
  if (days.deliveryDate === days.mealDate) return '';
  const advice = storageAdvice({ ...meal, ...days }, facts);
  if (advice.plan === 'freeze') return formatAdvice(advice) ?? '';
  return `Keeps until ${formatDayAndMonth(eatByOf(meal, days.deliveryDate, facts))}`;
}

export function sortOffered(
  offered: readonly OfferedMeal[],
  sort: MealSort,
  need: DayNeed,
  date: PlainDate,
): OfferedMeal[] {
  const keyed = offered.map((one) => ({ one, key: sortKey(one.meal, sort, need) }));
  return keyed
    .toSorted(
      (a, b) =>
        rank(a.one, date) - rank(b.one, date) || a.key - b.key || a.one.meal.id - b.one.meal.id,
    )
    .map(({ one }) => one);
}

/** Fitting diets first; among them, what they have within two days comes last. */
function rank({ missedDiets, otherDates }: OfferedMeal, date: PlainDate): number {
  if (missedDiets !== '') return 2;
  return otherDates.some((other) => Math.abs(daysBetween(other, date)) <= REPEAT_DAYS) ? 1 : 0;
}

function sortKey(meal: MealReply, sort: MealSort, { targetKcal, otherKcal }: DayNeed): number {
  switch (sort) {
    case 'price':
      return Number(meal.price);
    case 'calories':
      return meal.calories;
    case 'protein':
      return -meal.protein;
    case 'fits':
      return otherKcal === null
        ? Math.abs(meal.calories - targetKcal / 2)
        : Math.abs(meal.calories + otherKcal - targetKcal);
  }
}

export function isUnder(meal: MealReply, menu: OrderMenu, cents: Cents): boolean {
  return (menu.priceCentsOf(meal.id) ?? 0) < cents;
}
