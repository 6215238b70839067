/** The one to six people an order feeds, and the meals assigned to each. Spec 3, 4, 9. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { isName, personKey, tidyName } from '#platform/rules/customer-name.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

export type MealAssignment = { date: PlainDate; mealType: MealType; mealId: number };

export type Person = FoodNeeds & {
  name: string;
  calorieTarget: number;
  /** How many a day the calculator advised, 0 if missing. */
  secondHelpings?: number;
  mealAssignments: MealAssignment[];
};

export function newPerson(number: number, calorieTarget: number): Person {
  return { name: `Person ${number}`, calorieTarget, ...NO_FOOD_NEEDS, mealAssignments: [] };
}

/** Changing the number of people keeps the data of those who stay and adds defaults. */
export function resizePeople(
  people: readonly Person[],
  count: number,
  calorieTarget: number,
): Person[] {
  return Array.from(
    { length: count },
    (_, index) => people[index] ?? newPerson(index + 1, calorieTarget),
  );
}

export function isPeopleCount(count: number, facts: Pick<BusinessFacts, 'people'>): boolean {
  return Number.isInteger(count) && count >= facts.people.min && count <= facts.people.max;
}

const FOOD =
  '(?:all |tree )?(?:(?:nut|peanut|cashew|almond|walnut|pecan|pistachio|hazelnut|macadamia|egg|prawn|crustacean|mollusc|sulphite|oat)s?|dairy|lactose|milk|gluten|wheat|rye|barley|soy|fish|seafood|shellfish|sesame|lupin)';
const SAYS_FOOD = new RegExp(
  String.raw`allerg|anaphyla|co?eliac|intoleran|\b(?:no|not|without) ${FOOD}\b|\b${FOOD}[ -]?free\b|\bgf\b`,
  'iu',
);

/** "Mia (nut allergy)": a name holds no meal, so what someone can't have may not be hidden in it; null: it says nothing. */
export function foodInName(name: string): string | null {
  return SAYS_FOOD.test(name)
    ? 'Please write only their name here, and what they can’t have below it'
    : null;
}

/** What is wrong with a person's name, or null. Labels tell people apart by it, so it must be unique. */
export function nameProblem(people: readonly Pick<Person, 'name'>[], index: number): string | null {
  const person = people[index];
  if (!person || tidyName(person.name) === '') return `Please enter a name for person ${index + 1}`;
  if (!isName(person.name)) return 'Please enter a shorter name';
  const isTaken = people.some(
    (other, at) => at < index && personKey(other.name) === personKey(person.name),
  );
  return isTaken
    ? 'Please give each person a different name, so the labels can tell them apart'
    : foodInName(person.name);
}

export function mealCount(people: readonly Pick<Person, 'mealAssignments'>[]): number {
  return people.reduce((count, person) => count + person.mealAssignments.length, 0);
}

/** "1 meal", "12 meals". */
export function mealsText(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}

type Cell = Pick<MealAssignment, 'date' | 'mealType'>;

/** Portions of a meal, for one person at one time. Ours. */
export const MOST_HELPINGS = 2;

/** A person's first portion at one time, or the second helping. */
export type Helping = 'first' | 'second';

/**
 * Sets the lunch or dinner of a date, replacing any before; null removes it. Without a first helping, the second becomes
 * the first.
 */
export function placeMeal(
  person: Person,
  cell: Cell,
  mealId: number | null,
  helping: Helping = 'first',
): Person {
  const others = person.mealAssignments.filter((meal) => !isAt(meal, cell));
  const [first, second] = mealsAt(person, cell).map((meal) => meal.mealId);
  const portions = helping === 'first' ? [mealId, second] : [first, mealId];
  const placed = portions.filter((id) => id !== null && id !== undefined);
  const { date, mealType } = cell;
  return {
    ...person,
    mealAssignments: [...others, ...placed.map((id) => ({ date, mealType, mealId: id }))],
  };
}

/** The first helping. */
export function mealAt(person: Person, cell: Cell): MealAssignment | undefined {
  return mealsAt(person, cell)[0];
}

/** At most two: the second is a second helping. */
export function mealsAt(person: Pick<Person, 'mealAssignments'>, cell: Cell): MealAssignment[] {
  return person.mealAssignments.filter((meal) => isAt(meal, cell));
}

function isAt(meal: Cell, { date, mealType }: Cell): boolean {
  return meal.date === date && meal.mealType === mealType;
}
