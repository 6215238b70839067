import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import { listChanges } from '#platform/server/audit/audit.ts';
import { Conflict } from '#platform/server/errors.ts';

type Of =
  | { entity: 'ingredient'; id: number }
  | { entity: 'component'; id: number }
  | { entity: 'recipe'; id: number }
  | { entity: 'supplier'; id: number };

/** Throws the Conflict that says who changed it since `seen`, and what, unless it still has that version. */
export async function refuseStale(
  tx: Transaction,
  of: Of,
  current: { version: number | null },
  seen: number | null,
): Promise<void> {
  if (seen === current.version) return;
  const { changes } = await listChanges(tx, {
    entity: of.entity,
    entityId: String(of.id),
    limit: 1,
  });
  const by = changes[0]?.staffEmail ?? 'Someone';
  const what = await changedFields(tx, of, current, seen);
  const words = what.length > 0 ? ` (${what.join(', ')})` : '';
  throw new Conflict(
    'changed_meanwhile',
    `${by} changed this since you opened it${words}. Look at the new version, then make your change again.`,
    { changedBy: changes[0]?.staffEmail ?? null, changedFields: what, version: current.version },
  );
}

async function changedFields(
  tx: Transaction,
  { entity, id }: Of,
  current: object,
  seen: number | null,
): Promise<string[]> {
  if (entity === 'ingredient' || entity === 'supplier' || seen === null) return [];
  const owner = entity === 'component' ? recipeVersions.componentId : recipeVersions.mealId;
  const [kept] = await tx
    .select({ body: recipeVersions.body })
    .from(recipeVersions)
    .where(and(eq(owner, id), eq(recipeVersions.version, seen)));
  // Kept as JSON, so that dates are texts there.
  const now = JSON.parse(JSON.stringify(current)) as Record<string, unknown>;
  const then = (kept?.body ?? now) as Record<string, unknown>;
  return Object.keys(now).filter(
    (field) => field !== 'version' && !isDeepStrictEqual(now[field], then[field]),
  );
}

/** Throws Conflict `unlikely_figures` with `fields`, unless someone said that they looked. */
export function refuseUnlikely(fields: Record<string, string>, checked: boolean): void {
  const [first] = Object.values(fields);
  if (first === undefined || checked) return;
  throw new Conflict('unlikely_figures', first, { fields });
}
