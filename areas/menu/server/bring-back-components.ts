import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { components } from '#areas/menu/server/tables/recipes.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/**
 * What the recipes of these meals are cooked from comes off the archive with them, through any number of components. Throws
 * Conflict `name_taken` when another component has the name by now.
 */
export async function bringBackComponents(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  mealIds: readonly number[],
): Promise<void> {
  if (mealIds.length === 0) return;
  const { rows: needed } = await tx.execute<{ id: number }>(sql`
    with recursive needed as (
      select uses_component_id as id from recipe_lines where meal_id in ${mealIds} and uses_component_id is not null
      union
      select line.uses_component_id from recipe_lines line join needed on line.component_id = needed.id
      where line.uses_component_id is not null)
    select id from needed`);
  const ids = needed.map(({ id }) => id);
  if (ids.length === 0) return;
  const archived = await tx
    .select({ id: components.id, name: components.name })
    .from(components)
    .where(and(inArray(components.id, ids), isNotNull(components.archivedAt)))
    .for('update');
  if (archived.length === 0) return;
  const [taken] = await tx
    .select({ name: components.name })
    .from(components)
    .where(
      and(
        inArray(
          sql`lower(${components.name})`,
          archived.map(({ name }) => name.toLowerCase()),
        ),
        isNull(components.archivedAt),
      ),
    );
  if (taken) {
    const message = `There is another component called “${taken.name}” by now. Rename it first.`;
    throw new Conflict('name_taken', message);
  }
  await tx
    .update(components)
    .set({ archivedAt: null })
    .where(
      inArray(
        components.id,
        archived.map(({ id }) => id),
      ),
    );
  for (const { id, name } of archived)
    await recordChange(tx, context, {
      staff,
      action: 'component.restore',
      entityId: id,
      after: { name },
    });
}
