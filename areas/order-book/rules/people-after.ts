/** Who eats what an edited order holds, and what each of them may not eat. Ours. */
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { type FoodNeeds, NO_FOOD_NEEDS, isCareful } from '#areas/needs/rules/food-needs.ts';
import { withAvoided } from '#areas/needs/rules/gate/fits-diet.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { isSameFood } from '#areas/needs/rules/gate/food-facts.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { questionsOf, type WrittenOrder } from '#areas/order-book/rules/order-questions.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import { type Cents, sumCents } from '#platform/rules/money.ts';

/** What is said again of a person; whatever is left out stays. */
export type NeedsChange = { name: string; calorieTarget?: number | undefined } & {
  [Need in keyof FoodNeeds]?: FoodNeeds[Need] | undefined;
};

export type EditedPerson = { name: string; calorieTarget: number | null } & FoodNeeds;

/** Someone renamed keeps their allergens: the item says whose it was. */
export function peopleAfter(
  order: Pick<Order, 'deliveries'>,
  items: readonly { id: number | null; personName: string }[],
  changes: readonly NeedsChange[] = [],
): EditedPerson[] {
  const before = order.deliveries.flatMap(({ people }) => people);
  const people = new Map<string, EditedPerson>();
  for (const item of items) {
    const key = personKey(item.personName);
    if (people.has(key)) continue;
    const was =
      before.find(({ name }) => personKey(name) === key) ??
      before.find(({ items: itemsBefore }) => itemsBefore.some(({ id }) => id === item.id));
    const change = changes.find(({ name }) => personKey(name) === key);
    people.set(key, {
      name: item.personName,
      calorieTarget: change?.calorieTarget ?? was?.calorieTarget ?? null,
      ...said(was ?? NO_FOOD_NEEDS, change),
    });
  }
  return [...people.values()];
}

function said(was: FoodNeeds, change: NeedsChange | undefined): FoodNeeds {
  const allergens = change?.allergens ?? was.allergens;
  return {
    ...(change?.avoid
      ? withAvoided({ allergens, avoid: [] }, change.avoid)
      : { allergens, avoid: was.avoid }),
    diets: change?.diets ?? was.diets,
    note: change?.note ?? was.note,
  };
}

/** For an order that was agreed: every person once, in the wizard's order. */
export function peopleOf(order: Pick<Order, 'deliveries'>): EditedPerson[] {
  return peopleAfter(order, itemsOf(order));
}

// What staff take off what people can't have: they say why, and it is kept. Customers' own words need no reason. Ours.

type Person = { name: string } & FoodNeeds;

type Food = { allergens: readonly Allergen[]; words: readonly string[] };

/** "Why can Mia eat peanut again?"; null: nobody has less to leave out. A diet only warns, and needs none. */
export function whyEatAgain(before: WrittenOrder, after: WrittenOrder): string | null {
  const { people } = after;
  const asked = [
    ...people.flatMap((person) => {
      const was = before.people.find((one) => isSamePerson(one, person));
      const food = was ? leftOver({ allergens: was.allergens, words: was.avoid }, [person]) : null;
      return food ? [askOf(person.name, food)] : [];
    }),
    ...closedQuestions(before, after).flatMap(({ quote, person, ...named }) => {
      const concerned = people.filter(
        ({ name }) => person === null || isSamePerson({ name }, { name: person }),
      );
      if (concerned.length === 0) return [];
      if (named.allergens.length + named.words.length === 0)
        return concerned.some(isCareful) ? [] : [`Why is “${quote}” no allergy?`];
      const food = leftOver(named, concerned);
      return food ? [askOf(person ?? 'everyone', food)] : [];
    }),
  ];
  return asked.length === 0 ? null : [...new Set(asked)].join(' ');
}

/** Open before, and gone with its words or by an answer. */
function closedQuestions(before: WrittenOrder, after: WrittenOrder): FoodQuestion[] {
  const keyOf = ({ quote, person }: FoodQuestion) => `${quote} ${personKey(person ?? '')}`;
  const isOpen = new Set(questionsOf(after).map(keyOf));
  return questionsOf(before).filter((question) => question.holds && !isOpen.has(keyOf(question)));
}

/** What none of them leaves out; null: nothing. */
function leftOver({ allergens, words }: Food, people: readonly Person[]): Food | null {
  const left = {
    allergens: allergens.filter((name) => !people.some((one) => one.allergens.includes(name))),
    words: words.filter(
      (word) => !people.some(({ avoid }) => avoid.some((other) => isSameFood(word, other))),
    ),
  };
  return left.allergens.length + left.words.length === 0 ? null : left;
}

function askOf(name: string, { allergens, words }: Food): string {
  return `Why can ${name} eat ${namesText([...allergens, ...words])} again?`;
}

function isSamePerson(a: { name: string }, b: { name: string }): boolean {
  return personKey(a.name) === personKey(b.name);
}

/**
 * Which meal of an order each one in a customer's change is: the wizard sends what the table holds and knows no ids. A meal
 * that is found again keeps its agreed price. Ours.
 */
export type SentItem = Pick<CheckedItem, 'mealId' | 'mealType' | 'deliveryDate' | 'personName'> & {
  id?: number | null | undefined;
  mealDate?: CheckedItem['mealDate'] | undefined;
  deliveryWindow?: DeliveryWindow | undefined;
};

/** A meal of the order. */
type Agreed = Pick<OrderItem, 'id' | 'mealId' | 'mealType' | 'mealDate' | 'personName'>;

type Same = (sent: SentItem, was: Agreed) => boolean;

const isSamePersonMatchItems: Same = (sent, was) =>
  personKey(sent.personName) === personKey(was.personName);
const isSameMeal: Same = (sent, was) => sent.mealId === was.mealId;
const isSameCell: Same = (sent, was) =>
  sent.mealType === was.mealType && (sent.mealDate ?? sent.deliveryDate) === was.mealDate;

/** The surest first: the same meal at the same time, the same meal at another time, another meal in its place. */
const PASSES: readonly Same[] = [
  (sent, was) =>
    isSamePersonMatchItems(sent, was) && isSameMeal(sent, was) && isSameCell(sent, was),
  (sent, was) => isSamePersonMatchItems(sent, was) && isSameMeal(sent, was),
  (sent, was) => isSamePersonMatchItems(sent, was) && isSameCell(sent, was),
];

/** In the sequence sent. `id` null: new. An id that was sent stays as it is, also a wrong one. */
export function matchItems<Sent extends SentItem>(
  sent: readonly Sent[],
  agreed: readonly Agreed[],
): (Sent & { id: number | null })[] {
  const ids = sent.map(({ id }) => id ?? null);
  const taken = new Set(ids.filter((id) => id !== null));
  const stays = new Set(sent.map(({ personName }) => personKey(personName)));
  // Someone who is no longer there was renamed, if the same meal is on the table under a new name.
  const isRenamed: Same = (item, was) =>
    !stays.has(personKey(was.personName)) && isSameMeal(item, was) && isSameCell(item, was);
  const known = new Set(agreed.map(({ personName }) => personKey(personName)));
  for (const isSame of [...PASSES, isRenamed]) {
    sent.forEach((item, index) => {
      if (ids[index] !== null) return;
      if (isSame === isRenamed && known.has(personKey(item.personName))) return;
      const found = agreed.find((was) => !taken.has(was.id) && isSame(item, was));
      if (!found) return;
      ids[index] = found.id;
      taken.add(found.id);
    });
  }
  return sent.map((item, index) => ({ ...item, id: ids[index] ?? null }));
}

/** Which of an order's payments a refund goes back to: it may have been paid in several. */
export type PaymentLeft = {
  paymentIntentId: string;
  /** What was not refunded yet. */
  cents: Cents;
};

/**
 * The parts of a refund, oldest payment first; `left` in the same sequence. One that holds all of it gets all of it, so
 * that the customer sees one amount on their card. Throws RangeError when more is asked than is left.
 */
export function spreadRefund(left: readonly PaymentLeft[], amountCents: Cents): PaymentLeft[] {
  const whole = left.find(({ cents }) => cents >= amountCents);
  if (whole) return [{ ...whole, cents: amountCents }];
  const parts: PaymentLeft[] = [];
  let restCents = amountCents;
  for (const { paymentIntentId, cents } of left) {
    const partCents = Math.min(cents, restCents);
    if (partCents > 0) parts.push({ paymentIntentId, cents: partCents });
    restCents -= partCents;
  }
  if (restCents > 0)
    throw new RangeError(`${amountCents} is more than ${sumCents(left.map(({ cents }) => cents))}`);
  return parts;
}
