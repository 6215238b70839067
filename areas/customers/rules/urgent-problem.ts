/** Whether a problem may put someone in danger. Apart from the rest of the rules: reading free text is large, and browsers need it not. */
import type { ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';

type ReportedProblem = {
  kind: ProblemKind;
  text: string;
  /** Whom the meals were for. */
  people: readonly { name: string; allergens: readonly string[] }[];
};

/**
 * Whether someone may be in danger: an allergen or unsafe food, as chosen or as their words say it, or another meal than
 * theirs for a person with allergies. Rather once too often.
 */
export function isUrgentProblem({ kind, text, people }: ReportedProblem): boolean {
  if (kind === 'allergy' || kind === 'unsafe') return true;
  if (kind === 'wrong_meal' && people.some(({ allergens }) => allergens.length > 0)) return true;
  const names = people.map(({ name }) => name);
  return FOOD_DANGER.test(text) || readFoodNote(text, names).allergens.length > 0;
}

const FOOD_DANGER =
  /\b(allerg|anaphyl|epipen|reaction|swollen|swelling|hives|hospital|ambulance|poison|vomit|sick|ill\b|mould|glass|metal|choke|choking)/i;
