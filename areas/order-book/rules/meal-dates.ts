/** When meals arrive and when they are eaten: a delivery never comes after the meal. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { mealAt, mealsAt, type Person, placeMeal } from '#areas/order-book/rules/people.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type DeliveryType, offeredDeliveryTypes } from '#areas/business/rules/services.ts';

/** The first meal date: the last possible day for a weekly delivery. Null without meals. */
export function earliestMealDate(
  people: readonly Pick<Person, 'mealAssignments'>[],
): PlainDate | null {
  const dates = people.flatMap((person) => person.mealAssignments.map((meal) => meal.date));
  return dates.length === 0 ? null : dates.reduce((first, date) => (date < first ? date : first));
}

/**
 * Moves every meal that would be eaten before `day` to that person's next free date for the same kind of meal, both helpings
 * together. Returns
 * null, moving nothing, if someone has no free date left.
 */
export function moveMealsTo(
  people: readonly Person[],
  day: PlainDate,
  weekDays: readonly PlainDate[],
): Person[] | null {
  const moved: Person[] = [];
  for (const person of people) {
    const early = person.mealAssignments.filter(
      (meal) => meal.date < day && mealAt(person, meal) === meal,
    );
    let result: Person = {
      ...person,
      mealAssignments: person.mealAssignments.filter((meal) => meal.date >= day),
    };
    for (const meal of early) {
      const taken = new Set(
        result.mealAssignments
          .filter((other) => other.mealType === meal.mealType)
          .map((other) => other.date),
      );
      const free = weekDays.find((date) => date >= day && !taken.has(date));
      if (free === undefined) return null;
      const cell = { date: free, mealType: meal.mealType };
      const [first, second] = mealsAt(person, meal);
      result = placeMeal(result, cell, first?.mealId ?? null);
      if (second) result = placeMeal(result, cell, second.mealId, 'second');
    }
    moved.push(result);
  }
  return moved;
}

// Whether an order comes daily or weekly. Spec 4: five meals make a person daily-eligible, one to four force weekly on
// everyone. Joined with the driver's round, street names would be in the first load of /order.

/** `none`: no meals yet; `choice`: the customer chooses; else the only one that this order can have. */
export type DeliveryMode = 'none' | 'choice' | DeliveryType;

export type DeliveryModeFacts = Pick<
  BusinessFacts,
  'dailyFromMeals' | 'deliveryTypes' | 'deliveryWindows'
>;

export function deliveryModeOf(
  mealsPerPerson: readonly number[],
  facts: DeliveryModeFacts,
): DeliveryMode {
  if (mealsPerPerson.every((count) => count === 0)) return 'none';
  const [only, other] = offeredDeliveryTypes(facts);
  if (only !== undefined && other === undefined) return only;
  return mealsPerPerson.every((count) => count === 0 || count >= facts.dailyFromMeals)
    ? 'choice'
    : 'weekly';
}

/** The type that applies: the customer's choice, unless there is none. */
export function effectiveDeliveryType(
  mode: DeliveryMode,
  chosen: DeliveryType | null,
): DeliveryType | null {
  if (mode === 'none') return null;
  return mode === 'choice' ? chosen : mode;
}

// The day of a weekly delivery, which never comes after the first meal. The wizard starts with that meal's date. Joined with
// the offer of one delivery instead of daily ones, how meals are stored would be in the first load of /order.

type PeopleWithMeals = readonly Pick<Person, 'mealAssignments'>[];

/**
 * The new day when meals change from `before` to `after`: it follows the first meal until the customer chooses an
 * earlier day, and even then moves earlier when a meal is placed before it. Null without meals.
 */
export function weeklyDayAfter(
  day: PlainDate | null,
  before: PeopleWithMeals,
  after: PeopleWithMeals,
): PlainDate | null {
  const first = earliestMealDate(after);
  if (first === null || day === null) return first;
  const followsFirstMeal = day === earliestMealDate(before);
  return followsFirstMeal || day > first ? first : day;
}
