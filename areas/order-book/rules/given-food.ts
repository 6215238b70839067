/** Food that someone was given although it is on hold for them: what they are told, and when it is settled. Ours. */
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { clashNames, type Held, namesText } from '#areas/needs/rules/gate/verdict.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

/** What became of a call. */
export const CALL_RESULTS = ['not_eaten', 'eaten_well', 'reaction', 'no_answer'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const CALL_RESULT_LABELS: Record<CallResult, string> = {
  not_eaten: 'Not eaten',
  eaten_well: 'Eaten, and well',
  reaction: 'A reaction',
  no_answer: 'No answer',
};

/** `taken_back`: it had not been handed over after all. */
export const GIVEN_SETTLEMENTS = [...CALL_RESULTS, 'taken_back'] as const;

/** So often somebody tries before it may rest, with a note of what was tried. */
export const CALLS_TO_MAKE = 3;

type Call = { result: CallResult; note: string };

/** Someone was reached, or enough was tried and the last call says what. */
export function isSettledBy(calls: readonly Call[]): boolean {
  const last = calls.at(-1);
  if (!last) return false;
  if (last.result !== 'no_answer') return true;
  return calls.length >= CALLS_TO_MAKE && last.note.trim() !== '';
}

/** "it may contain peanut"; it follows "Please do not eat Curry for Mia:". */
export function whyNotToEat(
  verdict: Held,
  { allergens, avoid }: Pick<FoodNeeds, 'allergens' | 'avoid'>,
): string {
  if (verdict.verdict === 'will_not_keep')
    return `it kept only until ${formatDayAndMonth(verdict.eatBy)}`;
  if (verdict.verdict === 'undeclared' && verdict.words.length === 0)
    return `we don’t know whether it contains ${namesText([...allergens, ...avoid])}`;
  return `it may contain ${namesText(clashNames(verdict))}`;
}
