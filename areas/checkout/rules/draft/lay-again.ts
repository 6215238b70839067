/**
 * "Order again": the meals of an earlier order on the same weekdays of the week that is open now. What cannot be placed is
 * named, with the reason; nothing is dropped silently. Ours.
 */
import { MOST_HELPINGS } from '#areas/order-book/rules/people.ts';
import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  addDays,
  daysBetween,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { earliestMealDate, weeklyDayAfter } from '#areas/order-book/rules/meal-dates.ts';
import { mealRuleFor, type MealToPlace, type MealVerdict } from './meal-for.ts';
import type {
  DraftModeFacts,
  OrderDraft,
  CustomerDraft,
} from '#areas/order-book/rules/order-draft.ts';
import type { PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import {
  type OrderedFor,
  type OrderedItem,
  otherWindows,
  seatPeople,
} from '#areas/order-book/rules/ordered-items.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type {
  CellToFill,
  FillMenu,
  FillWish,
  TableFill,
} from '#areas/checkout/rules/draft/fill-candidates.ts';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import { withSecondHelpings } from '#areas/checkout/rules/draft/second-helpings.ts';

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
  // Fewer meals may bring all of them on one day, for which others do not keep: until all that is placed can stay.
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
  const placed = countPortions();
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
        (placed.of(portion) < left ? null : { outcome: 'sold out' as const, date: meal.date });
      if (why) refused.set(meal, { ...meal, personName: person.name, why });
      else {
        placed.add(portion);
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

// An order that was placed, as the wizard's draft of its own week: to be ordered again in another.

export type OrderToDraft = {
  customer: CustomerDraft;
  deliveryType: DeliveryType;
  /** Everyone whom the items name. */
  people: readonly OrderedFor[];
  /** At least one. */
  items: readonly OrderedItem[];
};

export function draftOfPastOrder(
  order: OrderToDraft,
  cartKey: string,
  facts: Pick<BusinessFacts, 'orderWeekStart'>,
): OrderDraft {
  const { customer, deliveryType, items } = order;
  const people = seatPeople(order.people, items);
  const deliveryDays = items.map(({ deliveryDate }) => deliveryDate).toSorted();
  const firstMeal = earliestMealDate(people);
  const deliveryWindow = mostUsedWindow(items);
  return {
    cartKey,
    weekStart: weekStartOf(firstMeal ?? deliveryDays[0] ?? '', facts),
    people,
    deliveryType,
    weeklyDeliveryDay:
      deliveryType === 'weekly' ? earlier(deliveryDays[0] ?? null, firstMeal) : firstMeal,
    deliveryWindow,
    windowByDate: otherWindows(items, deliveryWindow),
    customer,
  };
}

/** For the deliveries, however many meals each brings; of two used alike the earlier. */
function mostUsedWindow(items: readonly OrderedItem[]): DeliveryWindow | null {
  const byWindow = Map.groupBy(items, ({ deliveryWindow }) => deliveryWindow);
  const used = [...byWindow].map(([window, brought]) => ({
    window,
    days: new Set(brought.map(({ deliveryDate }) => deliveryDate)).size,
  }));
  used.sort((a, b) => b.days - a.days || compareText(a.window, b.window));
  return used[0]?.window ?? null;
}

function earlier(day: PlainDate | null, other: PlainDate | null): PlainDate | null {
  return day !== null && other !== null && other < day ? other : day;
}

// "Same as last week" with other meals: every place that an earlier order had, filled again.

/** Which meals are placed. `new`: what they like best, and for the rest what they did not have. */
const LAY_WAYS = ['same', 'other', 'new'] as const;
export type LayWay = (typeof LAY_WAYS)[number];

/** A place at the table; twice where a second helping was had. */
type PlaceToLay = CellToFill & { personIndex: number };

/** `people`: without meals. Places for which there is none are in `emptyCells`. */
export function layOtherMeals(
  people: readonly Person[],
  places: readonly PlaceToLay[],
  way: Exclude<LayWay, 'same'>,
  menu: FillMenu,
  together: FillWish['together'],
): TableFill {
  const byPlace = [...Map.groupBy(places, placeKey).values()];
  const seatsOf = (some: readonly PlaceToLay[][]) =>
    some.flatMap(([place]) =>
      place ? [{ ...place, days: [place.date], mealTypes: [place.mealType] }] : [],
    );
  const wish: FillWish = {
    seats: seatsOf(byPlace),
    together,
    limitCents: null,
    hasSecond: false,
    isNew: way === 'new',
  };
  const table = fillTable(people, wish, menu);
  const seats = seatsOf(byPlace.filter(({ length }) => length > 1));
  return seats.length === 0 ? table : withSecondHelpings(table, { ...wish, seats }, menu);
}

function placeKey({ personIndex, date, mealType }: PlaceToLay): string {
  return `${personIndex} ${date} ${mealType}`;
}
