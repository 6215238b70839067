import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { isNameTaken } from '#areas/recipes/server/save-component.ts';
import type { FastifyInstance } from 'fastify';
import * as calls from '#areas/recipes/calls/suppliers.ts';
import {
  type SupplierChange,
  SupplierFields,
  type SupplierSent,
  type SuppliersReply,
  type PackSent,
} from '#areas/recipes/calls/suppliers.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { and, eq, isNull, ne, sql, asc } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import { assertDefined, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  ingredients,
  type SupplierRow,
  supplierPacks,
  suppliers,
  type SupplierPackRow,
} from '#areas/menu/server/tables/recipes.ts';
import { refuseStale } from './save-in-book.ts';
import { readChange } from '#platform/server/http/read-request.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { quantityMessage, toBase } from '#areas/menu/rules/units.ts';

export function registerSupplierRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, calls.listSuppliers, () => listSuppliers(context.db));
  staffRoute(app, calls.createSupplier, ({ body, staff }) => createSupplier(context, staff, body));
  staffRoute(app, calls.updateSupplier, ({ params, body, staff }) =>
    updateSupplier(context, staff, params.id, body),
  );
  staffRoute(app, calls.archiveSupplier, ({ params, body, staff }) =>
    archiveSupplier(context, staff, params.id, body.version),
  );
  staffRoute(app, calls.addPack, ({ params, body, staff }) =>
    addPack(context, staff, params.id, body),
  );
  staffRoute(app, calls.updatePack, ({ params, body, staff }) =>
    updatePack(context, staff, params, body),
  );
  staffRoute(app, calls.removePack, ({ params, body, staff }) =>
    removePack(context, staff, params, body.version),
  );
}

type SupplierContext = Pick<Context, 'db' | 'clock'>;

/** Throws InvalidRequest when its name is taken. */
async function createSupplier(
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
async function updateSupplier(
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
async function archiveSupplier(
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
    const { ingredients: known } = await loadRecipeBook(tx);
    const names = left
      .flatMap(({ ingredientId }) => known.get(ingredientId)?.name ?? [])
      .toSorted();
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
async function lockSupplier(tx: Transaction, id: number, version: number): Promise<SupplierRow> {
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
  if (await isNameTaken(tx, suppliers, name, id))
    throw new InvalidRequest({ name: 'There is already a supplier with this name.' });
}

/** Those in use, by name, with their packs by ingredient. */
async function listSuppliers(db: Pick<Transaction, 'select'>): Promise<SuppliersReply> {
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
        ({ pack: { supplierId: _supplier, ...pack }, ...of }) => ({ ...pack, ...of }),
      ),
    })),
  };
}

/** Throws NotFound, InvalidRequest with every wrong field, and Conflict `changed_meanwhile`. */
async function addPack(
  context: SupplierContext,
  staff: StaffMember,
  supplierId: number,
  sent: PackSent,
): Promise<SuppliersReply> {
  return context.db.transaction(async (tx) => {
    await lockSupplier(tx, supplierId, sent.version);
    const values = await checkPack(tx, sent);
    if (values.isPreferred) await takePreference(tx, values.ingredientId);
    const [after] = await tx
      .insert(supplierPacks)
      .values({ ...values, supplierId })
      .returning();
    await record(tx, context, { staff, supplierId, action: 'supplier.add_pack', after });
    return listSuppliers(tx);
  });
}

/** Throws NotFound, InvalidRequest with every wrong field, and Conflict `changed_meanwhile`. */
async function updatePack(
  context: SupplierContext,
  staff: StaffMember,
  { id: supplierId, packId }: { id: number; packId: number },
  sent: PackSent,
): Promise<SuppliersReply> {
  return context.db.transaction(async (tx) => {
    await lockSupplier(tx, supplierId, sent.version);
    const before = await getPack(tx, supplierId, packId);
    const values = await checkPack(tx, sent);
    if (values.isPreferred) await takePreference(tx, values.ingredientId, packId);
    const isLabelRead = values.isLabelRead || (before.isLabelRead && isSameProduct(before, values));
    const [after] = await tx
      .update(supplierPacks)
      .set({ ...values, isLabelRead })
      .where(eq(supplierPacks.id, packId))
      .returning();
    await record(tx, context, { staff, supplierId, action: 'supplier.change_pack', before, after });
    return listSuppliers(tx);
  });
}

/** Throws NotFound, and Conflict `changed_meanwhile`. */
async function removePack(
  context: SupplierContext,
  staff: StaffMember,
  { id: supplierId, packId }: { id: number; packId: number },
  version: number,
): Promise<SuppliersReply> {
  return context.db.transaction(async (tx) => {
    await lockSupplier(tx, supplierId, version);
    const before = await getPack(tx, supplierId, packId);
    await tx.delete(supplierPacks).where(eq(supplierPacks.id, packId));
    await record(tx, context, { staff, supplierId, action: 'supplier.remove_pack', before });
    return listSuppliers(tx);
  });
}

type Product = Pick<SupplierPackRow, 'ingredientId' | 'code' | 'name'>;

function isSameProduct(one: Product, other: Product): boolean {
  return (
    one.ingredientId === other.ingredientId && one.code === other.code && one.name === other.name
  );
}

async function getPack(
  tx: Transaction,
  supplierId: number,
  packId: number,
): Promise<SupplierPackRow> {
  const [pack] = await tx
    .select()
    .from(supplierPacks)
    .where(and(eq(supplierPacks.id, packId), eq(supplierPacks.supplierId, supplierId)));
  if (!pack) throw new NotFound('This pack');
  return pack;
}

/** Locks its ingredient: two suppliers at once must not both get its one preferred pack. */
async function checkPack(
  tx: Transaction,
  { version: _version, amount, unit, ...sent }: PackSent,
): Promise<Omit<SupplierPackRow, 'id' | 'supplierId'>> {
  const [ingredient] = await tx
    .select()
    .from(ingredients)
    .where(eq(ingredients.id, sent.ingredientId))
    .for('no key update');
  if (!ingredient || ingredient.archivedAt || !ingredient.isBought)
    throw new InvalidRequest({ ingredientId: 'Choose an ingredient that is bought.' });
  const found = toBase(amount.trim(), unit, ingredient.baseUnit, ingredient);
  const isWhole = sent.minPacks % sent.step === 0;
  if ('error' in found || !isWhole)
    throw new InvalidRequest({
      ...('error' in found && { amount: quantityMessage(found.error, ingredient.name) }),
      ...(!isWhole && {
        minPacks: `Enter a multiple of ${sent.step}: they are sold ${sent.step} at a time.`,
      }),
    });
  return { ...sent, code: sent.code.trim(), name: sent.name.trim(), qty: found.qty };
}

async function takePreference(tx: Transaction, ingredientId: number, except = 0): Promise<void> {
  await tx
    .update(supplierPacks)
    .set({ isPreferred: false })
    .where(
      and(
        eq(supplierPacks.ingredientId, ingredientId),
        eq(supplierPacks.isPreferred, true),
        ne(supplierPacks.id, except),
      ),
    );
}

type PackChange = Omit<Parameters<typeof recordChange>[2], 'entityId'> & { supplierId: number };

/** Counts the supplier's version up, so that nobody saves over it. */
async function record(
  tx: Transaction,
  context: SupplierContext,
  { supplierId, ...change }: PackChange,
): Promise<void> {
  await tx
    .update(suppliers)
    .set({ version: sql`${suppliers.version} + 1` })
    .where(eq(suppliers.id, supplierId));
  await recordChange(tx, context, { ...change, entityId: supplierId });
}
