/** Whether a problem may put someone in danger. Apart from the rest of the rules: reading free text is large, and browsers need it not. */
import type { ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';

type ReportedProblem = {
  kind: ProblemKind;
  text: string;
  /** Whom the meals were for. */
  people: readonly ({ name: string } & Parameters<typeof isCareful>[0])[];
};

/**
 * Whether someone may be in danger: an allergen or unsafe food, as chosen or as their words say it, or another meal than
 * theirs for a person with something that must not be on their plate. Rather once too often.
 */
export function isUrgentProblem({ kind, text, people }: ReportedProblem): boolean {
  if (kind === 'allergy' || kind === 'unsafe') return true;
  if (kind === 'wrong_meal' && people.some(isCareful)) return true;
  const names = people.map(({ name }) => name);
  return FOOD_DANGER.test(text) || readFoodNote(text, names).allergens.length > 0;
}

const FOOD_DANGER =
  /\b(allerg|anaphyl|epipen|reaction|swollen|swelling|hives|hospital|ambulance|poison|vomit|sick|ill\b|mould|glass|metal|choke|choking)/i;
