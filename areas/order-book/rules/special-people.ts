/** Whom the kitchen must know of before it cooks, by what was chosen for them; instructions are read as a second net. */
import type { KitchenBag, KitchenItem, PersonInBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { matcherOf } from '#areas/order-book/rules/matched-ingredients.ts';
import { needsOf } from '#areas/order-book/rules/food-check.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import { type FoodNeeds, isCareful } from '#areas/needs/rules/food-needs.ts';
import {
  type Clash,
  clashNames,
  clashOf,
  clashText,
  covers,
  namesText,
  type Undeclared,
} from '#areas/needs/rules/gate/verdict.ts';
import { personKey } from '#platform/rules/customer-name.ts';

/** Those with allergens, diets or a note; a note such as "no allergies" says that there is nothing. */
export function specialPeopleOf<Person extends PersonInBag>(people: readonly Person[]): Person[] {
  return people.filter(
    (person) => isCareful(person) || person.diets.length > 0 || saysSomething(person.note),
  );
}

function saysSomething(note: string): boolean {
  return note !== '' && !readFoodNote(note, []).negated;
}

type NotedBag = Pick<KitchenBag, 'specialInstructions' | 'people'>;

type PortionToCheck = Pick<KitchenItem, 'personName' | 'override' | 'meal'>;

/**
 * What must not be in a portion of this bag and is: against the person's allergens, their note or the instructions, which
 * are read once for all portions.
 */
export function heldIn({
  specialInstructions,
  people,
}: NotedBag): (item: PortionToCheck) => string[] {
  const names = people.map(({ name }) => name);
  const inInstructions = matcherOf(specialInstructions, names);
  const inNotes = new Map(
    people.map(({ name, note }) => [personKey(name), matcherOf(note, [name])] as const),
  );
  return ({ personName, override, meal }) => {
    const clash = clashOf(meal, needsOf(people, personName));
    const held = clash === null || covers(override, clash) ? [] : wordsForCook(clash);
    const noted = inNotes.get(personKey(personName))?.(meal) ?? [];
    return [...new Set([...held, ...noted, ...inInstructions(meal)])];
  };
}

/** Each by itself: "peanut", "allergens not declared", "celery not known". */
function wordsForCook(clash: Clash | Undeclared): string[] {
  if (clash.verdict === 'clash') return clashNames(clash);
  if (clash.words.length === 0) return [clashText(clash)];
  return clash.words.map((word) => `${word} not known`);
}

/** "all tree nuts, peanut; note: hates mushrooms". Diets are left to the choice of the meal. */
function careText(person: FoodNeeds): string {
  const said = saysSomething(person.note) ? [`note: ${person.note}`] : [];
  const without = namesText([...person.allergens, ...person.avoid]);
  return [...(without === '' ? [] : [without]), ...said].join('; ');
}

export type CarefulPortions = {
  orderNumber: string;
  personName: string;
  count: number;
  /** "1 for Mia (all tree nuts, peanut): clean bench". */
  text: string;
  isCleanBench: boolean;
};

type PackedItem = { mealId: number; personName: string };
type PackedPeople = {
  orderNumber: string;
  people: readonly PersonInBag[];
  items: readonly PackedItem[];
};

/** The portions of a meal that are made for somebody with allergies or a note; clean benches first. */
export function carefulPortions(mealId: number, bags: readonly PackedPeople[]): CarefulPortions[] {
  const portions = bags.flatMap(({ orderNumber, people, items }) =>
    people.flatMap((person): CarefulPortions[] => {
      const key = personKey(person.name);
      const count = items.filter(
        (item) => item.mealId === mealId && personKey(item.personName) === key,
      ).length;
      const why = careText(person);
      if (count === 0 || why === '') return [];
      const isCleanBench = isCareful(person);
      const text = `${count} for ${person.name} (${why})${isCleanBench ? ': clean bench' : ''}`;
      return [{ orderNumber, personName: person.name, count, text, isCleanBench }];
    }),
  );
  return portions.toSorted((a, b) => Number(b.isCleanBench) - Number(a.isCleanBench));
}

/** "Bulgogi x14, of these 1 for Mia (all tree nuts, peanut): clean bench". */
export function carefulText(
  meal: { name: string; count: number },
  { text }: Pick<CarefulPortions, 'text'>,
): string {
  return `${meal.name} x${meal.count}, of these ${text}`;
}
