/** A guard that the mutation check removes. */
export type Mutation = {
  guard: string;
  scenario: string;
  /** Size of the short form; rare failures need more attempts. */
  scale?: number;
  /** What the scenario must report. */
  complaint: RegExp;
  /** Each text occurs once in the file; the replacement removes the guard. */
  edits: { file: string; from: string; to: string }[];
};

export function without(file: string, guard: string): Mutation['edits'][number] {
  return { file, from: guard, to: '' };
}
