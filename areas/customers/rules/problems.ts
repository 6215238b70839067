/** What was wrong with a delivery, as its customer reports it, and by when staff decide it. Ours. */
import { type ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

export const PROBLEM_KIND_LABELS: Record<ProblemKind, string> = {
  allergy: 'An allergen, or a reaction to a meal',
  unsafe: 'Not cold, spoiled or unsafe to eat',
  missing: 'A meal was missing',
  wrong_meal: 'The wrong meal',
  damaged: 'Damaged or leaking',
  late: 'Too late',
  other: 'Something else',
};

export const LONGEST_PROBLEM_TEXT = 1000;
export const LONGEST_PROBLEM_ANSWER = 2000;
export const MOST_PROBLEM_PHOTOS = 3;
/** Open ones of an order at a time: more is one conversation on the phone. */
export const MOST_OPEN_PROBLEMS = 5;

const HOUR_MS = 3_600_000;

/** When an answer was promised. */
export function problemDueAt(reportedAt: Instant, replyHours: number): Instant {
  return reportedAt + replyHours * HOUR_MS;
}

/** The urgent ones first, then by the time that was promised. For sorting. */
export function compareProblems(
  one: { isUrgent: boolean; dueAt: Instant },
  other: { isUrgent: boolean; dueAt: Instant },
): number {
  return Number(other.isUrgent) - Number(one.isUrgent) || one.dueAt - other.dueAt;
}
