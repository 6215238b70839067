/**
 * The households that someone asked us to remember on this device, each under a name of its own, so that who orders for
 * several keeps them apart. Never the card. `areas/site/web/site/information/privacy-page.tsx` says what is kept.
 */
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type {
  CustomerDraft,
  ContactOf,
  OrderDraft,
  RecipientDraft,
} from '#areas/order-book/rules/order-draft.ts';
import { readFavourites } from '#areas/menu/web/kept-favourite-meals.ts';
import { type AddedNeeds, unitePeople } from '#areas/needs/rules/unite-people.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import {
  contactOf,
  customer,
  personBasics,
  recipient,
} from '#areas/order-book/web/kept-order-draft.ts';
import {
  anyText,
  fields,
  listOf,
  oneOf,
  orNull,
  orWhenMissing,
  positive,
  type Shape,
  textThat,
  wholeUpTo,
  yesOrNo,
} from '#platform/web/kept-shape.ts';

const KEY = 'households';
export const MOST_HOUSEHOLDS = 12;
export const LONGEST_HOUSEHOLD_NAME = 40;

/** What they asked "Fill the week" for last time. */
export type FillAnswers = {
  meals: 'dinner' | 'lunch' | 'both';
  together: 'own' | 'same';
  /** As typed; empty: no limit. */
  limit: string;
  hasSecond: boolean;
  /** 0: Sunday. */
  weekdaysOff: number[];
};

type MealStars = { mealId: number; stars: number };

export type RememberedHousehold = {
  id: string;
  /** "Us", "Mum in Cleveland": each differs. */
  name: string;
  people: Omit<Person, 'mealAssignments'>[];
  customer: CustomerDraft;
  /** Email and phone as in an earlier order, while those of `customer` are empty. */
  contactOf?: ContactOf | undefined;
  recipient?: RecipientDraft | undefined;
  lastOrder: { orderNumber: string; trackingToken: string } | null;
  fill?: FillAnswers | undefined;
  /** What they thought of their meals, once each. */
  stars?: MealStars[] | undefined;
};

const fill = fields({
  meals: oneOf(['dinner', 'lunch', 'both']),
  together: oneOf(['own', 'same']),
  limit: anyText,
  hasSecond: yesOrNo,
  weekdaysOff: listOf(wholeUpTo(6)),
});

const someText = textThat((text) => text.trim() !== '');

const household: Shape<RememberedHousehold> = fields({
  id: someText,
  name: someText,
  people: listOf(fields(personBasics)),
  customer,
  contactOf: orWhenMissing(contactOf, undefined),
  recipient: orWhenMissing(recipient, undefined),
  lastOrder: orWhenMissing(orNull(fields({ orderNumber: anyText, trackingToken: anyText })), null),
  fill: orWhenMissing(fill, undefined),
  stars: orWhenMissing(listOf(fields({ mealId: positive, stars: wholeUpTo(5) })), undefined),
});

/** As they were added. What is damaged or of another program is left out; the others stay. */
export function readHouseholds(): RememberedHousehold[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(readOne) : [];
  } catch {
    return [];
  }
}

function readOne(kept: unknown): RememberedHousehold[] {
  try {
    const one = household(kept);
    return one.people.length > 0 ? [one] : [];
  } catch {
    return [];
  }
}

/** Adds it, or replaces the one with its id. False if the browser keeps nothing, or there are too many. */
export function saveHousehold(changed: RememberedHousehold): boolean {
  const all = readHouseholds();
  const at = all.findIndex(({ id }) => id === changed.id);
  if (at < 0 && all.length >= MOST_HOUSEHOLDS) return false;
  return write(at < 0 ? [...all, changed] : all.with(at, changed));
}

export function eraseHousehold(id: string): void {
  write(readHouseholds().filter((one) => one.id !== id));
}

type PersonPaidFor = Pick<Person, 'name' | 'allergens' | 'avoid'>;

/**
 * For "Same as last week" from this device. What its people were paid for as not to be eaten is remembered too, whether or
 * not changes were to be kept: what was new of that. Nothing if the household was erased meanwhile.
 */
export function noteLastOrder(
  id: string,
  lastOrder: PlacedOrderReply,
  paidFor: readonly PersonPaidFor[],
): AddedNeeds[] {
  return upsertNeeds(({ id: other }) => other === id, paidFor, { lastOrder });
}

/** After an order of a household was changed: what is new of what its people can't have. */
export function noteNeeds(token: string, said: readonly PersonPaidFor[]): AddedNeeds[] {
  return upsertNeeds(({ lastOrder }) => lastOrder?.trackingToken === token, said, {});
}

function upsertNeeds(
  isMeant: (household: RememberedHousehold) => boolean,
  said: readonly PersonPaidFor[],
  changes: Partial<RememberedHousehold>,
): AddedNeeds[] {
  const found = readHouseholds().find(isMeant);
  if (!found) return [];
  const { people, added } = unitePeople(found.people, said);
  return saveHousehold({ ...found, ...changes, people }) ? added : [];
}

/** For the next time; nothing if it was erased meanwhile. */
export function noteFillAnswers(id: string, answers: FillAnswers): void {
  const found = readHouseholds().find((one) => one.id === id);
  if (found) saveHousehold({ ...found, fill: answers });
}

/**
 * What the household of this order gave its meals; where another was ordered since, that of the only one here. Nothing
 * where nobody asked to be remembered.
 */
export function noteStars(token: string, given: readonly MealStars[]): void {
  const all = readHouseholds();
  const found =
    all.find(({ lastOrder }) => lastOrder?.trackingToken === token) ??
    (all.length === 1 ? all[0] : undefined);
  if (!found) return;
  const others = (found.stars ?? []).filter(
    ({ mealId }) => !given.some((one) => one.mealId === mealId),
  );
  saveHousehold({
    ...found,
    stars: [...others, ...given.map(({ mealId, stars }) => ({ mealId, stars }))],
  });
}

export type Taste = { loved: readonly number[]; disliked: readonly number[] };

/** Ids of meals: with a heart here or five stars of theirs, and those they gave one or two. */
export function tasteOf(whose: Pick<RememberedHousehold, 'stars'> | null | undefined): Taste {
  const given = whose?.stars ?? [];
  const idsOf = (isMeant: (stars: number) => boolean) =>
    given.filter(({ stars }) => isMeant(stars)).map(({ mealId }) => mealId);
  return {
    loved: [...readFavourites(), ...idsOf((stars) => stars === 5)],
    disliked: idsOf((stars) => stars <= 2),
  };
}

/** What of an order in the wizard is remembered: who eats, contact and address. Neither meals nor the card. */
export function householdOf(
  { people, customer: given, contactOf: known, recipient: whoReceives }: OrderDraft,
  kept: Pick<RememberedHousehold, 'id' | 'name'>,
): RememberedHousehold {
  const before = readHouseholds().find(({ id }) => id === kept.id);
  return {
    lastOrder: null,
    ...before,
    ...kept,
    people: people.map(({ mealAssignments: _mealAssignments, ...person }) => person),
    customer: given,
    contactOf: known,
    // A card is for one occasion.
    recipient: whoReceives && { ...whoReceives, message: '' },
  };
}

/** The name, or with a number behind it when another household has it. */
export function distinctName(
  name: string,
  others: readonly Pick<RememberedHousehold, 'name'>[],
): string {
  const tidy = name.trim().slice(0, LONGEST_HOUSEHOLD_NAME) || 'Us';
  const isTaken = (text: string) =>
    others.some((other) => other.name.toLowerCase() === text.toLowerCase());
  if (!isTaken(tidy)) return tidy;
  let number = 2;
  while (isTaken(`${tidy} ${number}`)) number += 1;
  return `${tidy} ${number}`;
}

function write(households: readonly RememberedHousehold[]): boolean {
  try {
    if (households.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(households));
    return true;
  } catch {
    return false;
  }
}
