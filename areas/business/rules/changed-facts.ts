import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { FACT_NAMES } from './fact-words.ts';

/** The facts whose values differ. */
export function changedFacts(before: BusinessFacts, after: BusinessFacts): (keyof BusinessFacts)[] {
  return FACT_NAMES.filter((fact) => canonical(before[fact]) !== canonical(after[fact]));
}

/** Databases and forms keep keys in sequences of their own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${key}:${canonical(each)}`).join(',')}}`;
}
