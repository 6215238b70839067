import { and, asc, between, eq, isNull, inArray, sql } from 'drizzle-orm';
import { addDays, formatDate } from '#platform/rules/plain-date.ts';
import { weekWithoutMenu } from '#areas/menu/rules/menu-week.ts';
import { listMealsAtOdds } from '#areas/menu/server/meal-queries.ts';
import { ingredients, supplierPacks, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { menuWeeks, meals } from '#areas/menu/server/tables/meals.ts';
import type { FoundRow } from '#areas/order-book/rules/today-rows.ts';
import {
  portalLink,
  type TodayAsked,
  type TodayRows,
} from '#areas/order-book/server/today-rows.ts';
import type { Context } from '#platform/server/context.ts';
import { writeToStaff } from '#areas/messages/server/write-message.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';

const OF_MEALS = { level: 'checks', page: 'meals', right: 'editMeals' } as const;

export const recipesToday: readonly TodayRows[] = [
  {
    kinds: { meal_at_odds: { many: 'meals not on the menu', ...OF_MEALS } },
    find: findContradictions,
  },
  {
    kinds: { undeclared: { many: 'meals without declared allergens', ...OF_MEALS } },
    find: findUndeclared,
  },
  {
    kinds: {
      unread_pack: {
        level: 'checks',
        many: 'labels to read',
        page: 'cookbook',
        right: 'editRecipes',
      },
    },
    find: findUnreadPacks,
  },
  {
    kinds: {
      menu_missing: {
        level: 'shop',
        many: 'weeks without a menu',
        page: 'menus',
        right: 'editMeals',
        alarms: ['menu_missing'],
      },
    },
    find: findMissingMenu,
  },
];

/** Switched on, and not on the menu. */
async function findContradictions({ db }: Context): Promise<FoundRow[]> {
  const found = await listMealsAtOdds(db);
  return found.map(({ id, name, why }) => ({
    kind: 'meal_at_odds',
    id,
    title: `${name} is not on the menu`,
    detail: [why],
    link: portalLink({ tab: 'meals', meal: id }),
    action: 'Correct',
  }));
}

/** On the menu as “Allergens: ask us”, and offered to nobody with needs. */
async function findUndeclared({ site }: Context): Promise<FoundRow[]> {
  const { mealsById } = await site.current();
  return [...mealsById.values()]
    .filter(({ isActive, allergens }) => isActive && allergens === null)
    .map(({ id, name }) => ({
      kind: 'undeclared',
      id,
      title: `${name}: allergens not declared`,
      detail: [],
      link: portalLink({ tab: 'meals', meal: id }),
      action: 'Declare',
    }));
}

/** Products whose label nobody has compared with what their ingredient contains. */
async function findUnreadPacks({ db }: Context): Promise<FoundRow[]> {
  const packs = await db
    .select({
      id: supplierPacks.id,
      ingredient: ingredients.name,
      name: supplierPacks.name,
      supplier: suppliers.name,
    })
    .from(supplierPacks)
    .innerJoin(ingredients, eq(ingredients.id, supplierPacks.ingredientId))
    .innerJoin(suppliers, eq(suppliers.id, supplierPacks.supplierId))
    .where(
      and(
        eq(supplierPacks.isLabelRead, false),
        isNull(ingredients.archivedAt),
        isNull(suppliers.archivedAt),
      ),
    )
    .orderBy(asc(ingredients.name), asc(supplierPacks.id));
  return packs.map(({ id, ingredient, name, supplier }) => ({
    kind: 'unread_pack',
    id,
    title: `${ingredient}: does its label say the same?`,
    detail: [name, supplier].filter((part) => part !== ''),
    link: portalLink({ tab: 'cookbook', part: 'suppliers' }),
    action: 'Read its label',
  }));
}

/** For a kitchen that plans menus: the week that opens within three days has none. */
async function findMissingMenu(
  { db }: Context,
  { at, now, business }: TodayAsked,
): Promise<FoundRow[]> {
  const ready = await db
    .select({ weekStart: menuWeeks.weekStart })
    .from(menuWeeks)
    .where(
      and(
        eq(menuWeeks.state, 'ready'),
        between(menuWeeks.weekStart, addDays(now.date, -35), addDays(now.date, 21)),
      ),
    );
  const missing = weekWithoutMenu(
    at,
    business,
    ready.map(({ weekStart }) => weekStart),
  );
  if (missing === null) return [];
  return [
    {
      kind: 'menu_missing',
      id: missing,
      title: `The week of ${formatDate(missing)} has no menu`,
      detail: ['Without one, every meal that is switched on is offered'],
      link: portalLink({ tab: 'menus' }),
      action: 'Plan it',
    },
  ];
}

const ACTION = 'meal.at_odds';

/**
 * Meals that an upgrade, an import or a recipe has taken off the menu: one email to each owner for all of them, and each is
 * told of once for what is wrong with it. What was told stands in the meal's history.
 */
export async function tellMealsAtOdds(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const found = await listMealsAtOdds(context.db);
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await context.db.transaction(async (tx) => {
    // Two processes that look at once tell of it once.
    await tx
      .select({ id: meals.id })
      .from(meals)
      .where(inArray(meals.id, ids))
      .orderBy(meals.id)
      .for('update');
    const told = await tx
      .select({ entityId: auditLog.entityId, why: sql<string>`${auditLog.after} ->> 'why'` })
      .from(auditLog)
      .where(and(eq(auditLog.action, ACTION), inArray(auditLog.entityId, ids.map(String))));
    const news = found.filter(
      ({ id, why }) => !told.some((one) => one.entityId === `${id}` && one.why === why),
    );
    if (news.length === 0) return;
    for (const { id, why } of news)
      await recordChange(tx, context, {
        staff: null,
        action: ACTION,
        entityId: id,
        after: { why },
      });
    await writeToStaff(tx, context, 'manageSettings', {
      kind: 'meals_at_odds',
      about: new Date(context.clock()).toISOString(),
      facts: { mealsAtOdds: news },
    });
  });
}
