/** Whom the kitchen must know of before it cooks, by what was chosen for them; instructions are read as a second net. */
import type { KitchenBag, KitchenItem, PersonInBag } from './kitchen-bag.ts';
import { needsOf } from '#areas/order-book/rules/food-check.ts';
import type { DeliveryStatus } from './delivery.ts';
import { readFoodNote, type FoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import { type FoodNeeds, isCareful, type Diet } from '#areas/needs/rules/food-needs.ts';
import {
  type Clash,
  clashNames,
  clashOf,
  clashText,
  covers,
  namesText,
  tracesIn,
  type Undeclared,
} from '#areas/needs/rules/gate/verdict.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { openWords } from '#areas/needs/rules/food-notes/open-words.ts';
import type { FoodReaction } from '#areas/order-book/rules/order.ts';
import { singular } from '#areas/needs/rules/food-notes/note-text.ts';

/** Those with allergens, diets or a note; a note such as "no allergies" says that there is nothing. */
export function specialPeopleOf<Person extends PersonInBag>(people: readonly Person[]): Person[] {
  return people.filter(
    (person) => isCareful(person) || person.diets.length > 0 || saysSomething(person.note),
  );
}

function saysSomething(note: string): boolean {
  return note !== '' && !readFoodNote(note, []).negated;
}

type PortionToCheck = Pick<KitchenItem, 'personName' | 'override' | 'meal'>;

/**
 * What must not be in a portion of this bag and is: against the person's allergens, their note or the instructions, which
 * are read once for all portions.
 */
export function heldIn({
  specialInstructions,
  people,
}: Pick<KitchenBag, 'specialInstructions' | 'people'>): (item: PortionToCheck) => string[] {
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

/** How a portion is made, what must be read first first. */
export const CARES = ['on_hold', 'agreed', 'may_contain', 'clean_bench', 'as_noted'] as const;
export type Care = (typeof CARES)[number];

/** As cooks read it, on screen and sheet, before the words about the person. */
export const CARE_WORDS: Readonly<Record<Care, string>> = {
  on_hold: 'STOP',
  agreed: 'AGREED',
  may_contain: 'MAY CONTAIN',
  clean_bench: 'CLEAN BENCH',
  as_noted: 'NOTE',
};

type PortionToMake = {
  /** Why it is neither cooked nor packed. */
  onHold?: string | null | undefined;
  /** What is in it although its person cannot have it, agreed with them. */
  agreedTo: readonly string[];
  /** What may be in it that its person cannot have, chosen all the same. */
  traces: readonly string[];
};

/**
 * How a portion of this person is made, in the words of the bench: "for Mia (all tree nuts, peanut): clean bench", "ON HOLD
 * for Mia: contains MILK. Do not cook". Null: like any other.
 */
export function careOf(
  person: PersonInBag,
  { onHold = null, agreedTo, traces }: PortionToMake,
  { deliveryStatus }: { deliveryStatus: DeliveryStatus },
): { care: Care; text: string } | null {
  if (onHold !== null) {
    const step = deliveryStatus === 'planned' ? 'cook' : 'pack';
    return { care: 'on_hold', text: `ON HOLD for ${person.name}: ${onHold}. Do not ${step}` };
  }
  const cannotHave = [...person.allergens, ...person.avoid];
  const others = cannotHave.filter((name) => !agreedTo.includes(name));
  if (agreedTo.length > 0) {
    const bench = others.length > 0 ? `; clean bench for ${namesText(others)}` : '';
    const note = saysSomething(person.note) ? `; note: ${person.note}` : '';
    const agreed = `contains ${namesText(agreedTo).toUpperCase()}, agreed`;
    return {
      care: 'agreed',
      text: `for ${person.name}: ${agreed}${bench}${note}${tracesText(traces)}`,
    };
  }
  const why = careText(person);
  if (why === '') return null;
  const bench = others.length > 0 ? ': clean bench' : '';
  const care = traces.length > 0 ? 'may_contain' : others.length > 0 ? 'clean_bench' : 'as_noted';
  return { care, text: `for ${person.name} (${why})${bench}${tracesText(traces)}` };
}

/** "; may contain SESAME". */
function tracesText(traces: readonly string[]): string {
  return traces.length === 0 ? '' : `; may contain ${namesText(traces).toUpperCase()}`;
}

/** What may be in a portion that its person cannot have: chosen by hand, and cooked all the same. */
export function tracesFor(
  { personName, meal }: Pick<PortionToCheck, 'personName' | 'meal'>,
  people: readonly PersonInBag[],
): string[] {
  return tracesIn(meal, needsOf(people, personName));
}

/** What a portion holds that its person cannot have, and staff agreed with them. */
export function agreedToIn(
  { personName, override, meal }: PortionToCheck,
  people: readonly PersonInBag[],
): string[] {
  const clash = clashOf(meal, needsOf(people, personName));
  return clash && covers(override, clash) ? clashNames(clash) : [];
}

/** Allergens that a diet leaves out as well. */
const LEFT_OUT: Partial<Record<Diet, readonly Allergen[]>> = {
  vegan: ['milk', 'egg', 'fish', 'crustacean', 'mollusc'],
  vegetarian: ['fish', 'crustacean', 'mollusc'],
};

/**
 * Allergens and ingredients that the instructions mention and a meal contains. Finding none proves nothing. `names` are
 * those of the people the order feeds. Reads the instructions once for all meals.
 */
export function matcherOf(
  instructions: string,
  names: readonly string[],
): (meal: CookedMeal) => string[] {
  if (instructions.trim() === '') return () => [];
  const note = readFoodNote(instructions, names);
  const words = openWords(instructions, names).filter((word) => !isNamed(word, note));
  return (meal) => [...mentionedAllergens(note, meal.allergens), ...ingredientsIn(words, [meal])];
}

/** In legal order. Undeclared allergens (null) never clash. */
function mentionedAllergens(
  { allergens, diets }: FoodNote,
  declared: readonly Allergen[] | null,
): Allergen[] {
  const named = new Set([...allergens, ...diets.flatMap((diet) => LEFT_OUT[diet] ?? [])]);
  return ALLERGENS.filter((allergen) => named.has(allergen) && declared?.includes(allergen));
}

/** A word that stands for an allergen is said by the allergen's name. */
function isNamed(word: string, { allergens }: FoodNote): boolean {
  if (allergens.length === 0) return false;
  return readFoodNote(word, []).allergens.some((allergen) => allergens.includes(allergen));
}

/**
 * Whom a reaction is about among the people of any order of its customer: who is called so; else everyone whom the order of
 * the reaction does not know as someone else, since households write their names again. Ours.
 */
export function peopleHurt<Person extends { name: string }>(
  { personName, others }: Pick<FoodReaction, 'personName' | 'others'>,
  people: readonly Person[],
): Person[] {
  const named = people.filter(({ name }) => personKey(name) === personKey(personName));
  if (named.length > 0) return named;
  const known = new Set(others.map(personKey));
  return people.filter(({ name }) => !known.has(personKey(name)));
}

// Which orders the kitchen must read before it cooks: those whose instructions mention an allergy or something in the
// food. Ours.

type CookedMeal = {
  name: string;
  ingredients: string;
  allergens: readonly Allergen[] | null;
};

/** Words in ingredient lists that also appear in "white gate", "green door" or "leave it in the shade". */
const NOT_FOOD = new Set(
  'and with from for the all own mix fresh dried free range whole ground cold cool warm light dark white black brown green red yellow blue sweet natural water contains may less than style flat sea baby long lean raw cooked drained'.split(
    ' ',
  ),
);

/**
 * What the instructions say about food, as words in lower case, ingredients of these meals last; empty for an ordinary
 * order. `names` are those of the people it feeds.
 */
export function foodRequestTerms(
  instructions: string,
  meals: readonly CookedMeal[],
  names: readonly string[],
): string[] {
  const { words } = readFoodNote(instructions, names);
  const ingredients =
    instructions.trim() === '' ? [] : ingredientsIn(openWords(instructions, names), meals);
  return [...words, ...ingredients.filter((word) => !words.includes(word))];
}

/** Which of these words, from `openWords`, are ingredients of the meals. */
function ingredientsIn(words: readonly string[], meals: readonly CookedMeal[]): string[] {
  const lists = meals.map(({ ingredients }) => ingredients.toLowerCase());
  const asked = words.filter((word) => {
    const one = singular(word);
    if (one.length < 3 || NOT_FOOD.has(one)) return false;
    // Hardly any word is in a list, and a look at the text says so at once.
    const stem = one.slice(0, -1);
    return lists.some((list) => list.includes(stem));
  });
  if (asked.length === 0) return [];
  const inFood = new Set(meals.flatMap((meal) => wordsOf(meal.ingredients).map(singular)));
  return [...new Set(asked.filter((word) => inFood.has(singular(word))))];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
