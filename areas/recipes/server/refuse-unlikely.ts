import { Conflict } from '#platform/server/errors.ts';

/** Throws Conflict `unlikely_figures` with `fields`, unless someone said that they looked. */
export function refuseUnlikely(fields: Record<string, string>, checked: boolean): void {
  const [first] = Object.values(fields);
  if (first === undefined || checked) return;
  throw new Conflict('unlikely_figures', first, { fields });
}
