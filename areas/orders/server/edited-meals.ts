import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { notOfService, type ServiceFacts } from '#areas/business/rules/services.ts';
import { type MealSnapshot, takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import type { ChangedItem, OrderChange } from '#areas/order-book/rules/edit-order.ts';
import {
  type OrderItem,
  type FoodOverride,
  itemsOf,
  type Order,
} from '#areas/order-book/rules/order.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { foodClashes, mealsPastTheirDay, needsOf } from '#areas/order-book/rules/food-check.ts';
import { helpingsOf } from '#areas/order-book/rules/check-items.ts';
import { type EditedPerson, peopleAfter, peopleOf } from '#areas/order-book/rules/people-after.ts';
import { fullListOf } from '#areas/needs/rules/gate/food-facts.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import {
  type Clash,
  clashNames,
  clashOf,
  covers,
  type Undeclared,
} from '#areas/needs/rules/gate/verdict.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import { newQuestions } from '#areas/needs/rules/gate/open-questions.ts';
import { messagesByField } from '#areas/order-book/rules/check-customer.ts';
import {
  questionsOf,
  wrongAnswers,
  type WrittenOrder,
} from '#areas/order-book/rules/order-questions.ts';
import {
  refuseClashes,
  refuseOpenQuestions,
  refusePastTheirDay,
} from '#areas/order-book/server/unsuitable-food.ts';
import { listedFood } from '#areas/order-book/server/item-food.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** `id` is null for a new item. */
export type PricedChange = ChangedItem & Pick<OrderItem, 'meal' | 'priceCents' | 'feeDate'>;

/**
 * Gives each item its meal and price: as agreed while the meal stays the same, otherwise from today's menu. Staff may
 * choose inactive meals, but neither deleted ones nor any at odds with itself. Throws InvalidRequest.
 */
export function mealsOfEdit(
  items: readonly ChangedItem[],
  agreed: readonly OrderItem[],
  { mealsById, business }: { mealsById: ReadonlyMap<number, MealRow>; business: ServiceFacts },
  { keepsPrices = false }: Pick<OrderChange, 'keepsPrices'> = {},
): PricedChange[] {
  const fields: Record<string, string> = {};
  const priced = items.flatMap((item, index) => {
    const was = agreed.find(({ id }) => id === item.id);
    const same = was?.mealId === item.mealId ? was : undefined;
    const row = mealsById.get(item.mealId);
    const meal: MealSnapshot | undefined = same?.meal ?? (row && takeSnapshot(row));
    if (!meal) {
      fields[`orderItems.${index}.mealId`] = `Meal ${item.mealId} is not on the menu`;
      return [];
    }
    // Nobody can say what is in it, no matter who adds it.
    const [atOdds] = same || !row ? [] : mealAtOdds(row);
    if (atOdds) fields[`orderItems.${index}.mealId`] = `${meal.name}: ${atOdds.message}`;
    if (meal.mealType !== item.mealType) {
      fields[`orderItems.${index}.mealType`] = notOfService(meal, business);
    }
    const agreedCents = (keepsPrices ? was : same)?.priceCents;
    const priceCents = item.isFree === true ? 0 : (agreedCents ?? meal.priceCents);
    const feeDate = feeDateIn(agreed, item, was);
    return [{ ...item, meal, priceCents, feeDate }];
  });
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
  return priced;
}

/** What a change brings on another date is charged for that one, unless their delivery of that day has its fee from before it was moved there. */
function feeDateIn(
  agreed: readonly OrderItem[],
  { deliveryDate, personName }: ChangedItem,
  was: OrderItem | undefined,
): PlainDate {
  if (was?.deliveryDate === deliveryDate) return was.feeDate;
  const beside = agreed.find(
    (one) =>
      one.priceCents > 0 &&
      one.deliveryDate === deliveryDate &&
      personKey(one.personName) === personKey(personName),
  );
  return beside?.feeDate ?? deliveryDate;
}

// Whether an edited order is still food for its people, and which clashes staff have settled with them.

/** An item as it is written. `id` is null for a new one. */
export type ItemToWrite = PricedChange & Pick<OrderItem, 'helping' | 'override'>;

type By = { staff: StaffMember | null; now: Instant };

/**
 * Items that stay what they were, for someone whose allergens stay, are not refused again: a recipe that changed since
 * has its own list. Staff write down needs that a caller says, although they hold a meal. Throws UnsuitableFood.
 */
export function checkEditedFood(
  order: Order,
  priced: readonly PricedChange[],
  change: OrderChange,
  facts: Pick<BusinessFacts, 'keepsFreshDays' | 'phone'>,
  by: By,
): { items: ItemToWrite[]; people: EditedPerson[] } {
  const before = new Map(itemsOf(order).map((item) => [item.id, item]));
  const peopleBefore = peopleOf(order);
  const people = peopleAfter(order, priced, change.people);
  const helpings = helpingsOf(priced);

  const wasFor = (item: PricedChange) => (item.id === null ? undefined : before.get(item.id));
  function isAsBefore(item: PricedChange): boolean {
    const was = wasFor(item);
    if (!was || was.mealId !== item.mealId) return false;
    return isSameList(needsOf(peopleBefore, was.personName), needsOf(people, item.personName));
  }
  const isKnown = new Set(peopleBefore.map(({ name }) => personKey(name)));
  /** The same meal for the same person, who may have another name. */
  function isTheirs(item: PricedChange): boolean {
    const was = wasFor(item);
    const key = personKey(item.personName);
    return was?.mealId === item.mealId && (personKey(was.personName) === key || !isKnown.has(key));
  }
  function overrideOf(item: PricedChange): FoodOverride | null {
    const clash = clashOf(item.meal, needsOf(people, item.personName));
    if (clash === null) return null;
    const agreed = isAsBefore(item) || isTheirs(item) ? wasFor(item)?.override : null;
    return agreed && covers(agreed, clash) ? agreed : newOverride(item, clash, change, by);
  }

  const items = priced.map((item, index) => ({
    ...item,
    helping: helpings[index] ?? 1,
    override: overrideOf(item),
  }));
  const isStillKept = (item: PricedChange) => {
    const was = wasFor(item);
    return (
      was?.mealId === item.mealId &&
      was.mealDate === item.mealDate &&
      was.deliveryDate === item.deliveryDate
    );
  };
  const isHeldInstead = (item: PricedChange) => by.staff !== null && isTheirs(item);
  refuseClashes(
    foodClashes(
      items,
      people,
      (item) => item.override !== null || isAsBefore(item) || isHeldInstead(item),
    ),
    facts,
  );
  refusePastTheirDay(
    mealsPastTheirDay(
      items.filter((item) => !isStillKept(item)),
      facts,
    ),
  );
  return { items, people };
}

/**
 * For notes, instructions and needs that change: questions that they raise are answered first. Returns all answers of the
 * order. Throws UnsuitableFood `food_questions`, or InvalidRequest for an answer that its question does not allow.
 */
export function checkWrittenFood(
  order: Order,
  after: Pick<WrittenOrder, 'customer' | 'people'>,
  change: OrderChange,
  { business, mealsById }: SiteState,
): FoodAnswer[] {
  const { specialInstructions, people, foodAnswers = [] } = change;
  if (specialInstructions === undefined && !people && foodAnswers.length === 0)
    return order.foodAnswers;
  const lists = [...mealsById.values()].map(fullListOf);
  const problems = wrongAnswers({ ...after, foodAnswers }, lists);
  if (problems.length > 0) throw new InvalidRequest(messagesByField(problems));
  const answers = [...order.foodAnswers, ...foodAnswers];
  const before = questionsOf({ ...order, people: peopleOf(order) });
  const open = newQuestions(before, questionsOf({ ...after, foodAnswers: answers }));
  refuseOpenQuestions(open, business);
  return answers;
}

function newOverride(
  item: PricedChange,
  clash: Clash | Undeclared,
  { overrides = [] }: OrderChange,
  { staff, now }: By,
): FoodOverride | null {
  const asked = overrides.find(
    ({ mealId, personName, allergens }) =>
      mealId === item.mealId &&
      personKey(personName) === personKey(item.personName) &&
      covers({ allergens }, clash),
  );
  if (!asked || !staff) return null;
  const at = new Date(now).toISOString();
  const { reason } = asked;
  const food = listedFood(item.meal);
  return { allergens: clashNames(clash), reason, staffEmail: staff.email, at, food };
}

function isSameList(a: FoodNeeds, b: FoodNeeds): boolean {
  const namesOf = ({ allergens, avoid }: FoodNeeds) => [...allergens, ...avoid].toSorted().join();
  return namesOf(a) === namesOf(b);
}
