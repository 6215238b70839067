/**
 * "Order again": the meals of an earlier order on the same weekdays of the week that is open now. What cannot be laid is
 * named, with the reason; nothing is dropped silently. Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  addDays,
  daysBetween,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import {
  mealRuleFor,
  type MealToPlace,
  type MealVerdict,
} from '#areas/checkout/rules/draft/meal-for.ts';
import type { DraftModeFacts, OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import type { PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { weeklyDayAfter } from '#areas/order-book/rules/weekly-delivery-day.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

const DAYS_IN_WEEK = 7;
const MOST_HELPINGS = 2;

type WhyNot =
  | Exclude<MealVerdict, { outcome: 'ok' | 'not their diet' }>
  /** More than two at one time: staff had moved meals onto one day. */
  | { outcome: 'no room' };

export type MealNotLaid = MealAssignment & { personName: string; why: WhyNot };

export type KitchenToLayIn = {
  weekStart: PlainDate;
  find: (mealId: number) => (MealToPlace & { id: number }) | undefined;
  portionsLeft: PortionsOf;
  facts: DraftModeFacts & Pick<BusinessFacts, 'keepsFreshDays'>;
};

/** Everything but the meals stays as it was; `notLaid` in the order of people and their meals. */
export function layAgain(
  before: OrderDraft,
  kitchen: KitchenToLayIn,
): { draft: OrderDraft; notLaid: MealNotLaid[] } {
  const sameDay = (date: PlainDate) => sameWeekday(date, kitchen.weekStart);
  const notLaid = new Map<MealAssignment, MealNotLaid>();
  const moved = before.people.map((person) => ({
    ...person,
    mealAssignments: person.mealAssignments.map((meal) => ({ ...meal, date: sameDay(meal.date) })),
  }));
  let draft: OrderDraft = {
    ...before,
    weekStart: kitchen.weekStart,
    people: moved,
    weeklyDeliveryDay: notAfterFirstMeal(before.weeklyDeliveryDay, sameDay, moved),
    windowByDate: Object.fromEntries(
      Object.entries(before.windowByDate).map(([date, window]) => [sameDay(date), window]),
    ),
  };
  // Fewer meals may bring all of them on one day, for which others do not keep: until all that is laid can stay.
  for (;;) {
    const refused = refusedMeals(draft, kitchen);
    if (refused.size === 0) break;
    for (const [meal, why] of refused) notLaid.set(meal, why);
    const people = draft.people.map((person) => ({
      ...person,
      mealAssignments: person.mealAssignments.filter((meal) => !refused.has(meal)),
    }));
    const weeklyDeliveryDay = weeklyDayAfter(draft.weeklyDeliveryDay, draft.people, people);
    draft = { ...draft, people, weeklyDeliveryDay };
  }
  const inOrder = moved.flatMap(({ mealAssignments }) => mealAssignments);
  return { draft, notLaid: inOrder.flatMap((meal) => notLaid.get(meal) ?? []) };
}

function sameWeekday(date: PlainDate, weekStart: PlainDate): PlainDate {
  const days = daysBetween(weekStart, date) % DAYS_IN_WEEK;
  return addDays(weekStart, (days + DAYS_IN_WEEK) % DAYS_IN_WEEK);
}

function notAfterFirstMeal(
  day: PlainDate | null,
  sameDay: (date: PlainDate) => PlainDate,
  people: readonly Person[],
): PlainDate | null {
  const first = earliestMealDate(people);
  const wished = day === null ? first : sameDay(day);
  return wished !== null && first !== null && first < wished ? first : wished;
}

function refusedMeals(
  draft: OrderDraft,
  { find, portionsLeft, facts }: KitchenToLayIn,
): Map<MealAssignment, MealNotLaid> {
  const ruleOf = mealRuleFor(draft, facts);
  const refused = new Map<MealAssignment, MealNotLaid>();
  const laid = countPortions();
  for (const person of draft.people) {
    const atOnce = countPortions();
    for (const meal of person.mealAssignments) {
      const portion = `${meal.mealId} ${meal.date}`;
      const time = `${meal.date} ${meal.mealType}`;
      const left = portionsLeft(meal.mealId, meal.date) ?? Infinity;
      const found = find(meal.mealId);
      const why =
        (found ? whyNot(ruleOf(person, found, meal)) : NOT_OFFERED) ??
        (atOnce.of(time) < MOST_HELPINGS ? null : NO_ROOM) ??
        (laid.of(portion) < left ? null : { outcome: 'sold out' as const, date: meal.date });
      if (why) refused.set(meal, { ...meal, personName: person.name, why });
      else {
        laid.add(portion);
        atOnce.add(time);
      }
    }
  }
  return refused;
}

const NOT_OFFERED: WhyNot = { outcome: 'not offered' };
const NO_ROOM: WhyNot = { outcome: 'no room' };

/** A meal against a diet was their own choice, and may be it again. */
function whyNot(verdict: MealVerdict): WhyNot | null {
  return verdict.outcome === 'ok' || verdict.outcome === 'not their diet' ? null : verdict;
}

function countPortions(): { of: (key: string) => number; add: (key: string) => void } {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return { of, add: (key) => void counts.set(key, of(key) + 1) };
}

/** What follows the name of the meal: "is not on the menu this week". */
export function whyNotLaidText(why: WhyNot): string {
  switch (why.outcome) {
    case 'not offered':
      return 'is not on the menu this week';
    case 'clash':
      return `contains ${namesText(why.names)}`;
    case 'undeclared':
      return why.words.length === 0
        ? 'has no declared allergens yet: call us'
        : `may contain ${why.words.join(', ')}`;
    case 'will not keep':
      return `would only keep until ${formatDayAndMonth(why.eatBy)}`;
    case 'traces':
      return `may contain traces of ${namesText(why.allergens)}: choose it yourself`;
    case 'sold out':
      return 'is sold out for that day';
    case 'no room':
      return 'has no room: there are two meals already';
  }
}
