/** Who handles food and has no training on record. Standard 3.2.2A. Ours. */
import { hasRight, type StaffRole } from '#platform/rules/roles.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** How someone learned it: in a course, or at work, where someone saw what they can do. */
export const TRAINING_BASES = ['course', 'skills'] as const;
export type TrainingBasis = (typeof TRAINING_BASES)[number];

export const TRAINING_BASIS_NAMES: Record<TrainingBasis, string> = {
  course: 'Course',
  skills: 'Skills shown at work',
};

/** A line of the record; `staffId` null: someone without an account. */
export type TrainingLine = {
  id: number;
  staffId: string | null;
  name: string;
  /** The first day on which it counts no longer; null: it goes on. */
  ends: PlainDate | null;
};

export function handlesFood(role: StaffRole): boolean {
  return hasRight(role, 'cook') || hasRight(role, 'pack');
}

/** The newest line of each person: what counts of them. */
export function countingLines<T extends TrainingLine>(lines: readonly T[]): T[] {
  const newestFirst = lines.toSorted((a, b) => b.id - a.id);
  const byPerson = Map.groupBy(newestFirst, ({ staffId, name }) => staffId ?? name.toLowerCase());
  return [...byPerson.values()].flatMap(([newest]) => newest ?? []);
}

type Handler = { id: string; name: string; role: StaffRole };

export function untrained(
  handlers: readonly Handler[],
  lines: readonly TrainingLine[],
  today: PlainDate,
): string[] {
  const trained = new Set(
    countingLines(lines)
      .filter(({ ends }) => ends === null || ends > today)
      .map(({ staffId }) => staffId),
  );
  return handlers
    .filter(({ id, role }) => handlesFood(role) && !trained.has(id))
    .map(({ name }) => name);
}
