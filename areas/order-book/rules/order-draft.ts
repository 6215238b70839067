/** An order while it is put together in the wizard, and what blocks each step. Spec 4, 5. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { normalisePhone, PHONE_MESSAGE } from '#areas/business/rules/australia.ts';
import { isName, EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import { type NewsReader, recipientProblems } from '#areas/business/rules/recipient.ts';
import {
  ADDRESS_MESSAGE,
  isStreetAddressLine,
  joinAddress,
  LONGEST_ADDRESS,
} from '#areas/business/rules/street-address.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { findServedSuburb, SUBURB_MESSAGE } from '#areas/business/rules/served-suburbs.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import {
  type DeliveryMode,
  deliveryModeOf,
  type DeliveryModeFacts,
  effectiveDeliveryType,
} from '#areas/order-book/rules/delivery-round.ts';
import { type WindowFacts, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
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

/** Of an order of theirs, so that they need not type it again; email and phone as we show them, veiled. */
export type ContactOf = { token: string; email: string; phone: string };

/** Somebody else who gets the food, as typed. */
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
  /** The id of the meal that the customer came with, until somebody has it. */
  wish?: number | undefined;
};

/** `broughtOn`: days on which an order that is being changed comes already, whatever the kitchen offers by now. */
export type DraftModeFacts = DeliveryModeFacts &
  WindowFacts & { broughtOn?: readonly PlainDate[] | undefined };

type DraftFacts = Pick<BusinessFacts, 'people' | 'suburbs'> & DraftModeFacts;

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

export type CustomerField = keyof CustomerDraft;

/** The message for every customer field that is not right yet, in the spec's words. */
export function customerProblems(
  customer: CustomerDraft,
  facts: Pick<BusinessFacts, 'suburbs'>,
  contactOf?: ContactOf,
): Partial<Record<CustomerField, string>> {
  const isKnown = (field: 'email' | 'phone') => contactOf !== undefined && customer[field] === '';
  const problems: Partial<Record<CustomerField, string>> = {};
  if (!isName(customer.firstName)) problems.firstName = 'Please enter your first name';
  if (!isName(customer.lastName)) problems.lastName = 'Please enter your last name';
  if (!isKnown('email') && !isEmailAddress(customer.email)) problems.email = EMAIL_MESSAGE;
  if (!isKnown('phone') && normalisePhone(customer.phone) === null) problems.phone = PHONE_MESSAGE;
  if (!isStreetAddressLine(customer.addressLine1)) problems.addressLine1 = ADDRESS_MESSAGE;
  const address = {
    line1: customer.addressLine1,
    line2: customer.addressLine2,
    suburb: customer.suburb,
  };
  if (joinAddress(address).length > LONGEST_ADDRESS) {
    problems.addressLine2 = 'Please enter a shorter address';
  }
  if (!findServedSuburb(customer.suburb, facts.suburbs)) problems.suburb = SUBURB_MESSAGE;
  if (customer.specialInstructions.length > LONGEST_INSTRUCTIONS) {
    problems.specialInstructions = `Please keep instructions to ${LONGEST_INSTRUCTIONS} characters or fewer`;
  }
  return problems;
}

const REQUIRED_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'addressLine1',
  'suburb',
] as const;

/**
 * Spec 5: the button of step 3 stays disabled until these are filled; whether they are right is checked on continuing.
 */
export function hasRequiredCustomerFields(customer: CustomerDraft, contactOf?: ContactOf): boolean {
  return REQUIRED_FIELDS.every(
    (field) =>
      customer[field].trim() !== '' ||
      (contactOf !== undefined && (field === 'email' || field === 'phone')),
  );
}

export function hasRequiredRecipientFields(recipient: RecipientDraft): boolean {
  return [recipient.firstName, recipient.lastName, recipient.phone].every(
    (typed) => typed.trim() !== '',
  );
}

/** A message that was typed before it was no present after all is not looked at. */
export function recipientDraftProblems(
  recipient: RecipientDraft | undefined,
): ReturnType<typeof recipientProblems> {
  if (!recipient) return {};
  return recipientProblems({ ...recipient, message: recipient.isGift ? recipient.message : '' });
}

/** The last step that the draft allows, 1 to 4: the furthest a reload can show. */
export function furthestStep(draft: OrderDraft, facts: DraftFacts): 1 | 2 | 3 | 4 {
  if (peopleBlockers(draft, facts).length > 0) return 1;
  if (mealBlockers(draft, facts).length > 0) return 2;
  const { customer, recipient, contactOf } = draft;
  const problems = {
    ...customerProblems(customer, facts, contactOf),
    ...recipientDraftProblems(recipient),
  };
  return Object.keys(problems).length > 0 ? 3 : 4;
}
