/** The table of meal fields and whatever carries them say the same. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom, mealOnTheWire } from '#areas/menu/calls/meal-facts.ts';
import {
  MEAL_FIELDS,
  type MealFacts,
  type MealField,
  factsIfLeftOut,
  fieldsCarriedBy,
  fieldsOfType,
  listMealFields,
  rowOf,
  wireName,
} from '#areas/menu/rules/meal-fields.ts';
import { takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import { aFullMeal, aMealRequest } from '#quality/support/a-meal.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());

const FULL = aFullMeal({
  servingGrams: 400,
  isActive: true,
  availableFrom: '2026-01-01',
  availableTo: '2026-12-31',
});

async function createFullMeal(): Promise<StaffMealReply> {
  const reply = await staffClient.post('/api/meals', mealOnTheWire(FULL));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<StaffMealReply>();
}

describe('the database', () => {
  test('has a column for every field, of its type, and null only where it may be left out', () => {
    const { id: _id, slug: _slug, version: _version, ...columns } = getTableColumns(meals);
    const {
      createdAt: _createdAt,
      archivedAt: _archivedAt,
      origin: _origin,
      recipeList: _recipeList,
      ...facts
    } = columns;
    const found = Object.entries(facts).map(([field, column]) => [
      field,
      [column.getSQLType(), column.notNull],
    ]);
    const leftOut: Partial<MealFacts> = factsIfLeftOut();
    const expected = listMealFields().map((field) => [
      field,
      [sqlType(field), leftOut[field] !== null],
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test.each(fieldsOfType('number', 'price'))('keeps %s within its limits', async (field) => {
    const { min, max } = MEAL_FIELDS[field].value;
    const meal = await createFullMeal();
    const store = (value: number) =>
      t.context.db
        .update(meals)
        .set({ [field]: value })
        .where(eq(meals.id, meal.id));
    await store(max);
    await store(min);
    const refused = { cause: { code: '23514' } };
    await expect(store(min - 1)).rejects.toMatchObject(refused);
    await expect(store(max + 1)).rejects.toMatchObject(refused);
  });
});

function sqlType(field: MealField): string {
  const { value } = rowOf(field);
  switch (value.type) {
    case 'text':
      return `varchar(${value.maxLength})`;
    case 'number':
      return value.decimals === 0 ? 'integer' : 'numeric(5, 1)';
    case 'price':
      return 'integer';
    case 'choice':
    case 'picture':
      return 'text';
    case 'list':
      return 'text[]';
    case 'yes/no':
      return 'boolean';
    case 'date':
      return 'date';
  }
}

describe('every field of a meal', () => {
  test('is stored, shown to staff and customers, and in the audit trail', async () => {
    const meal = await createFullMeal();
    const { id, slug } = meal;
    const shown = { id, slug, ...mealOnTheWire(FULL) };
    expect(meal).toEqual({ ...shown, version: 1, archivedAt: null });
    expect((await menuOf(t)).find((each) => each.id === id)).toEqual(shown);
    const trail = await t.context.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'meal'), eq(auditLog.entityId, String(id))));
    expect(trail).toEqual([{ after: meal }]);
  });

  test('stays when a change of the others leaves it out', async () => {
    const { id } = await createFullMeal();
    const { imageUrl: _imageUrl, ...change } = aMealRequest();
    const changed = await staffClient.put(`/api/meals/${id}`, change);
    expect(changed.json()).toMatchObject({ id, ...mealOnTheWire(FULL), ...change });
  });

  test('goes into a copy, but for what makes it go on sale', async () => {
    const meal = await createFullMeal();
    const copy = await staffClient.post(`/api/admin/meals/${meal.id}/duplicate`);
    const offSale = { isActive: false, availableFrom: null, availableTo: null };
    expect(copy.json()).toEqual({
      ...meal,
      ...offSale,
      id: expect.any(Number),
      slug: 'name-copy',
      name: 'Name. (copy)',
    });
  });

  test('is in the export', () => {
    for (const name of ['meals', 'order_items']) {
      expect(t.context.keptTables).toContainEqual(
        expect.objectContaining({ name, export: { without: [] } }),
      );
    }
  });
});

test('an order keeps what was sold; what is not cooked yet is the food of today under that name and price', async () => {
  const meal = await createFullMeal();
  const order = await aPaidOrder(t, { orderItems: [anItem(meal)] });
  await staffClient.put(`/api/meals/${meal.id}`, aMealRequest());
  const [item] = await t.context.db
    .select({ meal: orderItems.meal })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id));
  expect(item).toEqual({ meal: takeSnapshot(FULL) });
  const [seen] = (await staffClient.order(order.id)).orderItems;
  const today = mealFactsFrom(aMealRequest(), FULL);
  const { name, priceCents, mealType } = FULL;
  const asFood = mealOnTheWire({ ...today, name, priceCents, mealType });
  expect(seen?.meal).toEqual({ id: meal.id, slug: meal.slug, ...asFood });
});

test('the sample menu says of each meal what the table asks for', () => {
  const asked = fieldsCarriedBy('seed').map(wireName);
  for (const { slug, plate: _plate, ...meal } of sampleMenu) {
    expect([slug, Object.keys(meal).toSorted()]).toEqual([slug, asked.toSorted()]);
  }
});
