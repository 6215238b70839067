import { asc, eq, isNull } from 'drizzle-orm';
import type { SuppliersReply } from '#areas/recipes/calls/suppliers.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { ingredients } from '#areas/menu/server/tables/ingredients.ts';
import { supplierPacks, suppliers } from '#areas/menu/server/tables/suppliers.ts';

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
