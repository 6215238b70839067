/** What a customer may report as wrong, and how it may end. */

export const PROBLEM_KINDS = [
  'allergy',
  'unsafe',
  'missing',
  'wrong_meal',
  'damaged',
  'late',
  'other',
] as const;

export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const PROBLEM_DECISIONS = ['refund', 'new_delivery', 'answer'] as const;

export type ProblemDecision = (typeof PROBLEM_DECISIONS)[number];
