import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { InvalidRequest } from '#platform/server/errors.ts';

/**
 * For what was sent back, the fields that can be changed; null: all is as it is stored, so nothing is to be done, and nothing
 * to be written down. Throws InvalidRequest at each other field that is not as it is stored.
 */
export function readChange<W extends z.ZodObject>(
  sent: Record<string, unknown>,
  stored: object,
  writable: W,
): z.output<W> | null {
  const differs = ([key, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, stored[key as keyof typeof stored]);
  const isWritable = ([key]: [string, unknown]) => key in writable.shape;
  const differing = Object.entries(sent).filter(differs);
  const readOnly = differing.filter((field) => !isWritable(field));
  if (readOnly.length > 0) {
    const says = readOnly.map(([key]) => [key, `${key} can’t be changed here`]);
    throw new InvalidRequest(Object.fromEntries(says));
  }
  if (differing.length === 0) return null;
  return Object.fromEntries(Object.entries(sent).filter(isWritable)) as z.output<W>;
}
