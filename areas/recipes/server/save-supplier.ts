import { and, eq, isNull, ne, sql, asc } from 'drizzle-orm';
import {
  type SupplierChange,
  SupplierFields,
  type SupplierSent,
  type SuppliersReply,
} from '#areas/recipes/calls/suppliers.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  ingredients,
  type SupplierRow,
  supplierPacks,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { refuseStale } from '#areas/recipes/server/refuse-stale.ts';
import { readChange } from '#platform/server/http/read-change.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type SupplierContext = Pick<Context, 'db' | 'clock'>;

/** Throws InvalidRequest when its name is taken. */
export async function createSupplier(
  context: SupplierContext,
  staff: StaffMember,
  sent: SupplierSent,
): Promise<SuppliersReply & { id: number }> {
  return context.db.transaction(async (tx) => {
    await refuseTakenName(tx, sent.name, null);
    const [row] = await tx.insert(suppliers).values(valuesOf(sent)).returning();
    const supplier = assertDefined(row, 'the stored supplier');
    await recordChange(tx, context, {
      staff,
      action: 'supplier.create',
      entityId: supplier.id,
      after: supplier,
    });
    return { ...(await listSuppliers(tx)), id: supplier.id };
  });
}

/** Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile`. */
export async function updateSupplier(
  context: SupplierContext,
  staff: StaffMember,
  id: number,
  sent: SupplierChange,
): Promise<SuppliersReply> {
  return context.db.transaction(async (tx) => {
    const before = await lockSupplier(tx, id, sent.version);
    const known = await listSuppliers(tx);
    const stored = known.suppliers.find((supplier) => supplier.id === id) ?? {};
    const change = readChange(sent, stored, SupplierFields);
    if (change === null) return known;
    const { version: _, ...fields } = change;
    await refuseTakenName(tx, fields.name, id);
    const [after] = await tx
      .update(suppliers)
      .set({ ...valuesOf(fields), version: sql`${suppliers.version} + 1` })
      .where(eq(suppliers.id, id))
      .returning();
    await recordChange(tx, context, {
      staff,
      action: 'supplier.update',
      entityId: id,
      before,
      after,
    });
    return listSuppliers(tx);
  });
}

/** Nothing is ordered from it any more, so none of its packs stays preferred. Throws NotFound, Conflict `changed_meanwhile`. */
export async function archiveSupplier(
  context: SupplierContext,
  staff: StaffMember,
  id: number,
  version: number,
): Promise<SuppliersReply & { withoutPack: string[] }> {
  return context.db.transaction(async (tx) => {
    const before = await lockSupplier(tx, id, version);
    const left = await tx
      .update(supplierPacks)
      .set({ isPreferred: false })
      .where(and(eq(supplierPacks.supplierId, id), eq(supplierPacks.isPreferred, true)))
      .returning({ ingredientId: supplierPacks.ingredientId });
    await tx
      .update(suppliers)
      .set({ archivedAt: new Date(context.clock()), version: sql`${suppliers.version} + 1` })
      .where(eq(suppliers.id, id));
    const names = await namesOf(
      tx,
      left.map(({ ingredientId }) => ingredientId),
    );
    await recordChange(tx, context, {
      staff,
      action: 'supplier.archive',
      entityId: id,
      before: { name: before.name },
      after: names.length === 0 ? null : { withoutPack: names },
    });
    return { ...(await listSuppliers(tx)), withoutPack: names };
  });
}

/** Locked until the end. Throws NotFound, and Conflict `changed_meanwhile` unless it still has this version. */
export async function lockSupplier(
  tx: Transaction,
  id: number,
  version: number,
): Promise<SupplierRow> {
  const [row] = await tx
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.id, id), isNull(suppliers.archivedAt)))
    .for('update');
  if (!row) throw new NotFound('This supplier');
  await refuseStale(tx, { entity: 'supplier', id }, row, version);
  return row;
}

function valuesOf(sent: SupplierSent) {
  return { ...sent, name: sent.name.trim(), address: sent.address.trim() };
}

async function refuseTakenName(tx: Transaction, name: string, id: number | null): Promise<void> {
  const [taken] = await tx
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(
      and(
        eq(sql`lower(${suppliers.name})`, name.trim().toLowerCase()),
        isNull(suppliers.archivedAt),
        id === null ? undefined : ne(suppliers.id, id),
      ),
    );
  if (taken) throw new InvalidRequest({ name: 'There is already a supplier with this name.' });
}

async function namesOf(tx: Transaction, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.select({ id: ingredients.id, name: ingredients.name }).from(ingredients);
  return rows
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .toSorted();
}

/** Those in use, by name, with their packs by ingredient. */
export async function listSuppliers(db: Pick<Transaction, 'select'>): Promise<SuppliersReply> {
  const rows = await db
    .select()
    .from(suppliers)
    .where(isNull(suppliers.archivedAt))
    .orderBy(asc(suppliers.name));
  const packs = await db
    .select({ pack: supplierPacks, ingredient: ingredients.name, baseUnit: ingredients.baseUnit })
    .from(supplierPacks)
    .innerJoin(ingredients, eq(ingredients.id, supplierPacks.ingredientId))
    .orderBy(asc(ingredients.name), asc(supplierPacks.qty), asc(supplierPacks.id));
  const ofSupplier = Map.groupBy(packs, ({ pack }) => pack.supplierId);
  return {
    suppliers: rows.map(({ archivedAt: _archived, createdAt: _created, ...supplier }) => ({
      ...supplier,
      packs: (ofSupplier.get(supplier.id) ?? []).map(
        ({ pack: { supplierId: _supplier, ...pack }, ingredient, baseUnit }) => ({
          ...pack,
          ingredient,
          baseUnit,
        }),
      ),
    })),
  };
}
