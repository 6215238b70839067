import type { GuardEdit } from '#quality/support/project-copy.ts';

/** A guard that the mutation check removes. */
export type Mutation = {
  guard: string;
  scenario: string;
  /** Size of the short form; rare failures need more attempts. */
  scale?: number;
  /** What the scenario must report. */
  complaint: RegExp;
  edits: GuardEdit[];
};

export function without(file: string, guard: string): GuardEdit {
  return { file, from: guard, to: '' };
}
