import { serviceTitle } from '#areas/business/rules/services.ts';
import { isNull } from 'drizzle-orm';
import { searchMenu } from '#areas/menu/rules/search-menu.ts';
import {
  ingredients,
  components,
  mealRecipes,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import type { SiteMeal } from '#areas/menu/server/site-port.ts';
import { readWhen } from '#areas/business/rules/read-when.ts';
import { portalLink } from '#areas/order-book/server/today-rows.ts';
import { nearRank, RANK, searchRank } from '#platform/rules/search-key.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { bestOf, type Finder, type FoundItem } from '#platform/server/finders.ts';

/**
 * By the menu's own search. What asks to leave something out finds none: whether a meal is without it is said where its
 * allergens stand, not here.
 */
const mealFinder: Finder = {
  kind: 'meals',
  right: 'seeMeals',
  async find({ site }, { q, today, limit }) {
    const { business, mealsById } = await site.current();
    const words = withoutWhen(q, readWhen(q, today, business));
    const { search, fitting } = searchMenu(listOf(mealsById), words);
    if (search.parts.length === 0 || search.without.length + search.avoid.length > 0)
      return { items: [], more: null };
    const items = fitting.slice(0, limit).map(({ id, name, mealType, isActive }) => ({
      id: String(id),
      title: name,
      detail: [serviceTitle(mealType, business), isActive ? '' : 'not on the menu']
        .filter(Boolean)
        .join(' · '),
      link: portalLink({ tab: 'meals', meal: id }),
      rank: searchRank(words, name) || (search.respelled.length > 0 ? RANK.nearly : RANK.inside),
    }));
    const more = fitting.length > limit ? portalLink({ tab: 'meals', q: words }) : null;
    return { items: bestOf(items, limit), more };
  },
};

/** One list as long as the menu is the same: the search remembers its words. */
const lists = new WeakMap<ReadonlyMap<number, SiteMeal>, readonly SiteMeal[]>();

function listOf(meals: ReadonlyMap<number, SiteMeal>): readonly SiteMeal[] {
  const list = lists.get(meals) ?? [...meals.values()];
  lists.set(meals, list);
  return list;
}

function withoutWhen(q: string, { date, rest }: ReturnType<typeof readWhen>): string {
  return date !== null && rest.length > 0 ? rest.join(' ') : q;
}

/** Recipes of meals, components and ingredients, by their names. */
const recipeFinder: Finder = {
  kind: 'recipes',
  right: 'seeRecipes',
  async find({ site }, { q, today, limit, tx }) {
    const { business, mealsById } = await site.current();
    const words = withoutWhen(q, readWhen(q, today, business));
    const bought = await namesOf(tx, ingredients);
    const cooked = await namesOf(tx, components);
    const meals = await tx.select({ id: mealRecipes.mealId }).from(mealRecipes);
    const item = (part: string, detail: string, { id, name }: Named): FoundItem => ({
      id: `${part}:${id}`,
      title: name,
      detail,
      link: portalLink({ tab: 'cookbook', part: part === 'meals' ? null : part, open: id }),
      rank: nearRank(words, name),
    });
    const items = [
      ...bought.map((one) => item('ingredients', 'Ingredient', one)),
      ...cooked.map((one) => item('components', 'Component', one)),
      ...meals.flatMap(({ id }) => {
        const meal = mealsById.get(id);
        return meal ? item('meals', 'Recipe', meal) : [];
      }),
    ];
    const best = bestOf(items, limit + 1);
    const more = best.length > limit ? portalLink({ tab: 'cookbook' }) : null;
    return { items: best.slice(0, limit), more };
  },
};

type Named = { id: number; name: string };

/** For those in use. */
function namesOf(tx: Transaction, table: typeof ingredients | typeof components): Promise<Named[]> {
  return tx.select({ id: table.id, name: table.name }).from(table).where(isNull(table.archivedAt));
}

/** Apart from the recipes: they have email addresses, which not every role may see. */
const supplierFinder: Finder = {
  kind: 'suppliers',
  right: 'editRecipes',
  async find(_context, { q, limit, tx }) {
    const rows = await tx.select().from(suppliers).where(isNull(suppliers.archivedAt));
    const items = rows.map(({ id, name }) => ({
      id: String(id),
      title: name,
      detail: '',
      link: portalLink({ tab: 'cookbook', part: 'suppliers', open: id }),
      rank: nearRank(q, name),
    }));
    return { items: bestOf(items, limit), more: null };
  },
};

export const foodFinders: readonly Finder[] = [mealFinder, recipeFinder, supplierFinder];
