/** Whether a person may eat a portion: the one judgement, of every page, paper and step. Worked out, never stored. Ours. */
import { type Allergen, isAllergen, allergenText } from '#areas/needs/rules/allergens.ts';
import type { Diet, FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import {
  dietsMissedBy,
  eatByOf,
  type FreshFacts,
  keepsUntil,
} from '#areas/needs/rules/gate/fits-diet.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import {
  type FoodFacts,
  fullListOf,
  type ListedFood,
  wordsHiddenIn,
  wordsNamedIn,
} from './food-facts.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** What they can't have is in it. */
export type Clash = { verdict: 'clash'; allergens: Allergen[]; words: string[] };

/** Nobody can say that it is not: nothing is declared or listed (no words), or a term may hide these words. */
export type Undeclared = { verdict: 'undeclared'; words: string[] };

export type Verdict =
  /** The kitchen has thrown out the rest of it, and this portion was on the road. */
  | { verdict: 'thrown_out' }
  | Clash
  | Undeclared
  /** It would be eaten after this day, and cannot be frozen. */
  | { verdict: 'will_not_keep'; eatBy: PlainDate }
  /** Someone wrote of what may be in it, and nobody has answered. */
  | { verdict: 'question'; question: FoodQuestion }
  /** Staff agreed with the person to all of it. */
  | { verdict: 'agreed'; allergens: Allergen[]; words: string[] }
  /** Traces of these: by hand, never placed automatically. */
  | { verdict: 'traces'; allergens: Allergen[] }
  /** It warns, and never holds. */
  | { verdict: 'diet'; diets: Diet[] }
  | { verdict: 'no_clash' };

/** What an exception names: allergens and words to avoid. */
export type Agreed = { allergens: readonly string[] };

type NeedsOfPerson = Pick<FoodNeeds, 'allergens' | 'avoid'>;

export type EatenOn = { deliveryDate: PlainDate; mealDate: PlainDate };

type VerdictQuestion = {
  isThrownOut?: boolean | undefined;
  /** The exception of this portion, if there is one. */
  agreed?: Agreed | null | undefined;
  /** Open ones of its order. */
  questions?: readonly FoodQuestion[];
};

/** The first that applies. */
export function verdictOf(
  needs: NeedsOfPerson & Pick<FoodNeeds, 'diets'> & { name?: string },
  food: FoodFacts,
  { deliveryDate, mealDate, isThrownOut, agreed = null, questions = [] }: EatenOn & VerdictQuestion,
  facts: FreshFacts,
): Verdict {
  if (isThrownOut === true) return { verdict: 'thrown_out' };
  const clash = clashOf(food, needs);
  const isAgreed = clash !== null && covers(agreed, clash);
  if (clash && !isAgreed) return clash;
  if (!keepsUntil(food, { deliveryDate, mealDate }, facts)) {
    return { verdict: 'will_not_keep', eatBy: eatByOf(food, deliveryDate, facts) };
  }
  const question = questions.find((one) => one.holds && mayConcern(one, food, needs.name ?? ''));
  if (question) return { verdict: 'question', question };
  if (clash?.verdict === 'clash') return { ...clash, verdict: 'agreed' };
  const traces = tracesIn(food, needs);
  if (traces.length > 0) return { verdict: 'traces', allergens: traces };
  const diets = dietsMissedBy(food, needs.diets);
  return diets.length > 0 ? { verdict: 'diet', diets } : { verdict: 'no_clash' };
}

/** The only holds: such a portion is neither sold, cooked, packed nor taken along. */
export const HOLDS = ['thrown_out', 'clash', 'undeclared', 'will_not_keep', 'question'] as const;

export type Held = Extract<Verdict, { verdict: (typeof HOLDS)[number] }>;

export function isHeld(verdict: Verdict): verdict is Held {
  return HOLDS.some((hold) => hold === verdict.verdict);
}

/** Whether an open question of this person, or of nobody, may be about this food: it is in it, or nobody can say. */
export function mayConcern(
  { person, allergens, words }: Pick<FoodQuestion, 'person' | 'allergens' | 'words'>,
  food: ListedFood,
  personName: string,
): boolean {
  if (person !== null && personKey(person) !== personKey(personName)) return false;
  if (allergens.length === 0 && words.length === 0) return true;
  return clashOf(food, { allergens, avoid: words }) !== null;
}

/** Whatever day it is eaten; null: nothing is against it. */
export function clashOf(
  food: ListedFood,
  { allergens, avoid }: NeedsOfPerson,
): Clash | Undeclared | null {
  if (allergens.length === 0 && avoid.length === 0) return null;
  const declared = allergens.filter((allergen) => food.allergens?.includes(allergen));
  const list = fullListOf(food);
  const words = wordsNamedIn(list, avoid);
  if (declared.length > 0 || words.length > 0)
    return { verdict: 'clash', allergens: declared, words };
  if (food.allergens === null || list === '') return { verdict: 'undeclared', words: [] };
  const hidden = wordsHiddenIn(list, avoid);
  return hidden.length > 0 ? { verdict: 'undeclared', words: hidden } : null;
}

/** What they can't have, and may be in it although it is in no list. */
export function tracesIn(
  { mayContain }: Pick<FoodFacts, 'mayContain'>,
  { allergens }: Pick<FoodNeeds, 'allergens'>,
): Allergen[] {
  return allergens.filter((allergen) => mayContain?.includes(allergen));
}

/** Only what is in it can be agreed to: nobody can agree to what is not known. */
export function covers(agreed: Agreed | null, clash: Clash | Undeclared): boolean {
  return (
    clash.verdict === 'clash' &&
    clashNames(clash).every((name) => agreed?.allergens.includes(name) ?? false)
  );
}

/** What holds it, as replies list it: "peanut", "capsicum"; "undeclared" where nothing is known. */
export function clashNames(clash: Clash | Undeclared | null): string[] {
  if (clash === null) return [];
  if (clash.verdict === 'clash') return [...clash.allergens, ...clash.words];
  return clash.words.length === 0 ? [UNDECLARED] : clash.words;
}

/** Nobody knows what is in it. */
export const UNDECLARED = 'undeclared';

/** "contains all tree nuts, capsicum"; "allergens not declared"; "not known whether it contains celery". */
export function clashText(clash: Clash | Undeclared): string {
  if (clash.verdict === 'clash') return `contains ${namesText(clashNames(clash))}`;
  return clash.words.length === 0
    ? 'allergens not declared'
    : `not known whether it contains ${clash.words.join(', ')}`;
}

/** "all tree nuts, peanut, capsicum"; empty where nothing is known. */
export function namesText(names: readonly string[]): string {
  const allergens = names.filter(isAllergen);
  const words = names.filter((name) => !isAllergen(name) && name !== UNDECLARED);
  return [...(allergens.length > 0 ? [allergenText(allergens)] : []), ...words].join(', ');
}
