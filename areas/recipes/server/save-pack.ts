import { and, eq, ne, sql } from 'drizzle-orm';
import type { PackSent, SuppliersReply } from '#areas/recipes/calls/suppliers.ts';
import { quantityMessage, toBase } from '#areas/menu/rules/units.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  ingredients,
  type SupplierPackRow,
  supplierPacks,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { listSuppliers, lockSupplier } from './save-supplier.ts';

type PackContext = Pick<Context, 'db' | 'clock'>;

/** Throws NotFound, InvalidRequest with every wrong field, and Conflict `changed_meanwhile`. */
export async function addPack(
  context: PackContext,
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
export async function updatePack(
  context: PackContext,
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
export async function removePack(
  context: PackContext,
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

type PackChange = {
  staff: StaffMember;
  supplierId: number;
  action: 'supplier.add_pack' | 'supplier.change_pack' | 'supplier.remove_pack';
  before?: SupplierPackRow | undefined;
  after?: SupplierPackRow | undefined;
};

/** Counts the supplier's version up, so that nobody saves over it. */
async function record(
  tx: Transaction,
  context: PackContext,
  { staff, supplierId, action, before, after }: PackChange,
): Promise<void> {
  await tx
    .update(suppliers)
    .set({ version: sql`${suppliers.version} + 1` })
    .where(eq(suppliers.id, supplierId));
  await recordChange(tx, context, {
    staff,
    action,
    entityId: supplierId,
    before: before ?? null,
    after: after ?? null,
  });
}
