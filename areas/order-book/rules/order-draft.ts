/** An order while it is put together in the wizard, and what blocks each step. Spec 4, 5. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { NewsReader } from '#areas/business/rules/news-readers.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import {
  type DeliveryMode,
  deliveryModeOf,
  type DeliveryModeFacts,
  effectiveDeliveryType,
  earliestMealDate,
} from './meal-dates.ts';
import { type WindowFacts, windowsOn } from '#areas/business/rules/offered-windows.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import {
  isPeopleCount,
  mealCount,
  nameProblem,
  newPerson,
  type Person,
} from '#areas/order-book/rules/people.ts';

export type DeliveryPreference = 'warm' | 'cold';

export type CustomerDraft = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  addressLine1: string;
  addressLine2: string;
  suburb: string;
  deliveryPreference: DeliveryPreference;
  specialInstructions: string;
};

/** For an order of theirs, so that they need not type it again; email and phone as we show them, veiled. */
export type ContactOf = { token: string; email: string; phone: string };

export type RecipientDraft = {
  firstName: string;
  lastName: string;
  phone: string;
  isGift: boolean;
  message: string;
  news: NewsReader;
  namesPayer: boolean;
};

export type OrderDraft = {
  /** Stable across reloads and copied tabs, so one basket makes one checkout. */
  cartKey: string;
  weekStart: PlainDate;
  people: Person[];
  deliveryType: DeliveryType | null;
  weeklyDeliveryDay: PlainDate | null;
  deliveryWindow: DeliveryWindow | null;
  windowByDate: Record<PlainDate, DeliveryWindow>;
  customer: CustomerDraft;
  /** Counts for email and phone while they are empty. */
  contactOf?: ContactOf | undefined;
  /** Left out: the food is for the customer. */
  recipient?: RecipientDraft | undefined;
  /** To what its notes say of food; one to no question is nobody's. */
  foodAnswers?: FoodAnswer[] | undefined;
  /** Lunches that may come after lunch (`late-lunches.ts`): they are not asked about again. */
  lateLunchesKept?: string[] | undefined;
  /** The id of the meal that the customer came with, until someone has it. */
  wish?: number | undefined;
};

/** `broughtOn`: days on which an order that is being changed comes already, whatever the kitchen offers by now. */
export type DraftModeFacts = DeliveryModeFacts &
  WindowFacts & { broughtOn?: readonly PlainDate[] | undefined };

export const LONGEST_INSTRUCTIONS = 500;

export const EMPTY_CUSTOMER: CustomerDraft = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  suburb: '',
  deliveryPreference: 'cold',
  specialInstructions: '',
};

export const EMPTY_RECIPIENT: RecipientDraft = {
  firstName: '',
  lastName: '',
  phone: '',
  isGift: false,
  message: '',
  news: 'payer',
  namesPayer: true,
};

export function newOrderDraft(
  start: { cartKey: string; weekStart: PlainDate; calorieTarget: number },
  facts: Pick<BusinessFacts, 'defaultWindow'>,
): OrderDraft {
  return {
    cartKey: start.cartKey,
    weekStart: start.weekStart,
    people: [newPerson(1, start.calorieTarget)],
    deliveryType: null,
    weeklyDeliveryDay: null,
    deliveryWindow: facts.defaultWindow,
    windowByDate: {},
    customer: EMPTY_CUSTOMER,
  };
}

/** A meal on a day without a delivery has to come before it, and daily delivery is out. */
export function deliveryModeOfDraft(
  draft: Pick<OrderDraft, 'people'>,
  facts: DraftModeFacts,
): DeliveryMode {
  const mode = deliveryModeOf(
    draft.people.map((person) => person.mealAssignments.length),
    facts,
  );
  return mode === 'choice' && dayWithoutDelivery(draft, facts) !== null ? 'weekly' : mode;
}

type DayFacts = WindowFacts & Pick<DraftModeFacts, 'broughtOn'>;

function hasDelivery(date: PlainDate, facts: DayFacts): boolean {
  return windowsOn(facts, date).length > 0 || facts.broughtOn?.includes(date) === true;
}

/** The first day with meals on which nothing can be delivered; null: there is none. */
export function dayWithoutDelivery(
  { people }: Pick<OrderDraft, 'people'>,
  facts: DayFacts,
): PlainDate | null {
  const dates = people.flatMap(({ mealAssignments }) => mealAssignments.map(({ date }) => date));
  return dates.toSorted().find((date) => !hasDelivery(date, facts)) ?? null;
}

/** The last delivery day of the week up to this day; this day where there is none. */
export function deliveryDayUpTo(date: PlainDate, weekStart: PlainDate, facts: DayFacts): PlainDate {
  let day = date;
  while (day > weekStart && !hasDelivery(day, facts)) day = addDays(day, -1);
  return hasDelivery(day, facts) ? day : date;
}

/** The day of a weekly delivery: as chosen, and while it follows the first meal, the last delivery day up to that. */
export function weeklyDayOf(
  { people, weeklyDeliveryDay, weekStart }: WeeklyDraft,
  facts: DayFacts,
): PlainDate | null {
  const isFollowing = weeklyDeliveryDay === earliestMealDate(people);
  if (weeklyDeliveryDay === null || !isFollowing) return weeklyDeliveryDay;
  return deliveryDayUpTo(weeklyDeliveryDay, weekStart, facts);
}

export type WeeklyDraft = Pick<OrderDraft, 'people' | 'weeklyDeliveryDay' | 'weekStart'>;

/** How its meals come; null: without meals, or before daily or weekly was chosen. */
export function deliveryTypeOfDraft(
  draft: Pick<OrderDraft, 'people' | 'deliveryType'>,
  facts: DraftModeFacts,
): DeliveryType | null {
  return effectiveDeliveryType(deliveryModeOfDraft(draft, facts), draft.deliveryType);
}

/**
 * When a meal for each date would arrive: with daily delivery on that date, otherwise with all others, and never after
 * it. Until a day is chosen, that is the date of the order's first meal. `first`: of the meals about to be placed.
 */
export function deliveryDatesOf(
  draft: WeeklyDraft & Pick<OrderDraft, 'deliveryType'>,
  facts: DraftModeFacts,
  first?: PlainDate,
): (mealDate: PlainDate) => PlainDate {
  const type = deliveryTypeOfDraft(draft, facts);
  if (type === 'daily') return (mealDate) => mealDate;
  const day = draft.weeklyDeliveryDay ?? earliestMealDate(draft.people);
  const days = [day, first].filter((date) => date !== null && date !== undefined);
  return (mealDate) => {
    const earliest = days.reduce((one, date) => (date < one ? date : one), mealDate);
    return deliveryDayUpTo(earliest, draft.weekStart, facts);
  };
}

/** What blocks step 1 (people); empty if nothing does. */
export function peopleBlockers(draft: OrderDraft, facts: Pick<BusinessFacts, 'people'>): string[] {
  const names = draft.people
    .map((_, index) => nameProblem(draft.people, index))
    .filter((problem) => problem !== null);
  if (isPeopleCount(draft.people.length, facts)) return names;
  return [`Please order for ${facts.people.min} to ${facts.people.max} people`, ...names];
}

/** `about`: where it can be put right. */
export type MealBlocker = { about: 'meals' | 'window' | 'type' | 'day'; message: string };

/** What blocks step 2 (meals and delivery); empty if nothing does. */
export function mealBlockers(draft: OrderDraft, facts: DraftModeFacts): MealBlocker[] {
  if (mealCount(draft.people) === 0) {
    return [{ about: 'meals', message: 'Please choose at least one meal' }];
  }
  const blockers: MealBlocker[] = [];
  const mode = deliveryModeOfDraft(draft, facts);
  if (draft.deliveryWindow === null) {
    blockers.push({ about: 'window', message: 'Please choose a delivery window' });
  }
  if (mode === 'choice' && draft.deliveryType === null) {
    blockers.push({ about: 'type', message: 'Please choose daily or weekly delivery' });
  }
  if (effectiveDeliveryType(mode, draft.deliveryType) === 'weekly') {
    const problem = weeklyDayProblem(draft);
    if (problem) blockers.push({ about: 'day', message: problem });
  }
  return blockers;
}

function weeklyDayProblem(draft: OrderDraft): string | null {
  if (draft.weeklyDeliveryDay === null) return 'Please choose a delivery day';
  const earliest = earliestMealDate(draft.people);
  return earliest !== null && draft.weeklyDeliveryDay > earliest
    ? 'Please choose a delivery day that is not after your first meal'
    : null;
}

/** The last step that people and meals allow. The last one looks at the customer itself: `furthestStep`. */
export function furthestOfMeals(
  draft: OrderDraft,
  facts: Pick<BusinessFacts, 'people'> & DraftModeFacts,
): 1 | 2 | 4 {
  if (peopleBlockers(draft, facts).length > 0) return 1;
  return mealBlockers(draft, facts).length > 0 ? 2 : 4;
}
