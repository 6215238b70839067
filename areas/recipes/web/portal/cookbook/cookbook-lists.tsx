import { isFoundBy } from '#platform/rules/search-key.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { NUTRIENTS } from '#areas/menu/rules/recipe/nutrition.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { STORE_AREA_NAMES } from '#areas/menu/rules/storage-advice.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { type Book, suppliersQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { shortWeekday } from '#areas/menu/rules/supplier-rounds.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { useSort } from '#platform/web/portal/list-page.tsx';

type ListProps = { book: Book; search: string; linkTo: (id: number) => string };

export function MealRecipeList({ book, search, linkTo }: ListProps) {
  const query = useQuery(staffMealsQuery({ q: '', type: null, archived: false }));
  const recipes = new Map(book.reply.meals.map((recipe) => [recipe.mealId, recipe]));
  return (
    <Loaded query={query} what="the meals">
      {(meals) => (
        <Found
          caption="Recipes of meals"
          rows={meals.filter(({ name }) => isFoundBy(search, name))}
          linkTo={linkTo}
          columns={[
            {
              name: 'lines',
              header: 'Recipe',
              cell: ({ id }) => {
                const recipe = recipes.get(id);
                if (!recipe) return <Badge variant="outline">none yet</Badge>;
                return `${recipe.lines.length} lines for ${recipe.basis} portions`;
              },
            },
            {
              name: 'allergens',
              header: 'Declares',
              cell: ({ allergens }) => allergenStatement(allergens),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

export function ComponentList({ book, search, linkTo }: ListProps) {
  return (
    <Found
      caption="Components"
      rows={book.reply.components.filter(({ name }) => isFoundBy(search, name))}
      linkTo={linkTo}
      columns={[
        {
          name: 'pot',
          header: 'One pot',
          align: 'end',
          cell: ({ potQty, baseUnit }) => formatQuantity(potQty, baseUnit),
        },
        {
          name: 'keeps',
          header: 'Keeps',
          align: 'end',
          sorts: 'down',
          by: ({ keepsDays }) => keepsDays,
          cell: ({ keepsDays }) => (keepsDays === 1 ? '1 day' : `${keepsDays} days`),
        },
      ]}
    />
  );
}

export function IngredientList({ book, search, linkTo }: ListProps) {
  return (
    <Found
      caption="Ingredients"
      rows={book.reply.ingredients.filter(({ name }) => isFoundBy(search, name))}
      linkTo={linkTo}
      columns={[
        {
          name: 'area',
          header: 'Kept in',
          sorts: 'up',
          by: ({ storeArea }) => STORE_AREA_NAMES[storeArea],
          cell: ({ storeArea }) => STORE_AREA_NAMES[storeArea],
        },
        {
          name: 'allergens',
          header: 'Pack says',
          cell: ({ contains }) => (contains === null ? 'not read' : allergenStatement(contains)),
        },
        {
          name: 'missing',
          header: 'Missing facts',
          cell: (ingredient) => {
            const missing = [
              ...(ingredient.contains === null ? ['pack not read'] : []),
              ...(NUTRIENTS.some((nutrient) => ingredient[nutrient] === null) ? ['figures'] : []),
              ...(ingredient.isBought && !ingredient.pack?.priceCents ? ['price'] : []),
            ];
            return missing.length === 0 ? '–' : missing.join(', ');
          },
        },
      ]}
    />
  );
}

export function SuppliersOfBook({ search, linkTo }: Omit<ListProps, 'book'>) {
  return (
    <Loaded query={useQuery(suppliersQuery)} what="the suppliers">
      {({ suppliers }) => (
        <Found
          caption="Suppliers"
          rows={suppliers.filter(({ name }) => isFoundBy(search, name))}
          linkTo={linkTo}
          columns={[
            {
              name: 'days',
              header: 'Delivers',
              cell: ({ rounds }) =>
                rounds.map(({ arrives }) => shortWeekday(arrives)).join(', ') || 'not entered',
            },
            { name: 'email', header: 'Orders to', cell: ({ email }) => email || 'no email' },
            { name: 'packs', header: 'Packs', align: 'end', cell: ({ packs }) => packs.length },
          ]}
        />
      )}
    </Loaded>
  );
}

function Found<Row extends { id: number; name: string }>({
  caption,
  rows,
  columns,
  linkTo,
}: {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  linkTo: (id: number) => string;
}): ReactNode {
  const { sorted } = useSort();
  if (rows.length === 0) {
    return <EmptyState title="Nothing found">Change the search, or add one.</EmptyState>;
  }
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={({ id }) => id}
      sorted={sorted}
      columns={[
        {
          name: 'name',
          header: 'Name',
          isPlain: true,
          sorts: 'up',
          by: ({ name }) => name.toLowerCase(),
          cell: ({ id, name }) => (
            <Link
              to={linkTo(id)}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {name}
            </Link>
          ),
        },
        ...columns,
      ]}
    />
  );
}
