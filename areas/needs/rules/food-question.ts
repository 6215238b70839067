/** A question that a note raises about someone's food, and the answers to it. The reader is `gate/open-questions.ts`. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';

/**
 * `allergy`: it does them harm, or they can't have it. `wish`: they would rather not. `care`: pregnant, diabetic, "not
 * spicy". `unknown`: an allergy and a word that no list knows. `unreadable`: an allergy to nothing legible. `reaction`: no
 * note, but one that was reported; its quote is "a reaction to Curry", and the office alone answers it.
 */
export const QUESTION_KINDS = [
  'allergy',
  'wish',
  'care',
  'unknown',
  'unreadable',
  'reaction',
] as const;

export type QuestionKind = (typeof QUESTION_KINDS)[number];

export type FoodQuestion = {
  /** The sentence it comes from, letter for letter. */
  quote: string;
  /** As the order spells it; null: everyone is asked. */
  person: string | null;
  kind: QuestionKind;
  /** Not chosen yet, in legal order. */
  allergens: Allergen[];
  /** Foods that no law lists and nobody leaves out yet, as `avoidWord` keeps them. */
  words: string[];
  severe: boolean;
  /** Nothing is paid or saved while it is open. */
  holds: boolean;
};

/** Leaving the food out is the answer to all others, and given by the needs themselves. */
export const FOOD_ANSWERS = ['may_be_in', 'own_care', 'not_food'] as const;

export type FoodAnswer = {
  /** For the question, letter for letter. */
  quote: string;
  /** Whom it was about; null: everyone was asked. */
  personName: string | null;
  answer: (typeof FOOD_ANSWERS)[number];
};

const ANSWER_OF: Partial<Record<QuestionKind, FoodAnswer['answer']>> = {
  wish: 'may_be_in',
  care: 'own_care',
  unknown: 'not_food',
};

/** What may be answered besides leaving it out; null: nothing. */
export function answerAllowed({ kind }: Pick<FoodQuestion, 'kind'>): FoodAnswer['answer'] | null {
  return ANSWER_OF[kind] ?? null;
}
