import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import {
  type Book,
  bookOf,
  recipeBookQuery,
  suppliersQuery,
} from '#areas/recipes/web/portal/recipe-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { ComponentEditor } from '#areas/recipes/web/portal/cookbook/component-editor.tsx';
import { IngredientEditor } from './ingredient-editor.tsx';
import { MealRecipeEditor } from '#areas/recipes/web/portal/cookbook/meal-recipe-editor.tsx';
import { OpenSupplier } from '#areas/recipes/web/portal/supplier-editor.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { isFoundBy } from '#platform/rules/search-key.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { NUTRIENTS } from '#areas/menu/rules/nutrition.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { STORE_AREA_NAMES } from '#areas/menu/rules/storage-advice.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { shortWeekday } from '#areas/menu/rules/supplier-rounds.ts';
import { useSort } from '#platform/web/portal/list-page.tsx';

const PARTS = ['meals', 'components', 'ingredients', 'suppliers'] as const;
type PartName = (typeof PARTS)[number];

const FoodTablePage = lazy(async () => ({
  default: (await import('#areas/recipes/web/portal/food-table-page.tsx')).FoodTablePage,
}));

const ADD: Partial<Record<PartName, string>> = {
  components: 'Add component',
  ingredients: 'Add ingredient',
  suppliers: 'Add supplier',
};

export function CookbookTab() {
  const query = useQuery(recipeBookQuery);
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const mayEdit = useMayDo('editRecipes');
  const part = PARTS.find((name) => name === params.get('part')) ?? 'meals';
  const open = params.get('open');
  const linkTo = (id: number | 'new' | 'table' | null) => {
    const next = new URLSearchParams({ tab: 'cookbook', part });
    if (id !== null) next.set('open', String(id));
    return `?${next.toString()}`;
  };

  return (
    <div className="grid gap-4 py-5">
      <Loaded query={query} what="the recipes">
        {(reply) => {
          const book = bookOf(reply);
          if (open !== null) {
            return (
              <Open
                key={`${part} ${open}`}
                part={part}
                id={open}
                book={book}
                back={linkTo(null)}
                onGone={() => setParams(new URLSearchParams(linkTo(null)))}
              />
            );
          }
          return (
            <>
              <div className="flex flex-wrap items-center gap-3">
                <div className="flex min-w-0 basis-full sm:basis-60 sm:grow">
                  <SearchField label="Search by name" value={search} onChange={setSearch} />
                </div>
                {mayEdit && ADD[part] !== undefined && (
                  <Link to={linkTo('new')} className={buttonClass('secondary', 'medium')}>
                    {ADD[part]}
                  </Link>
                )}
                {mayEdit && part === 'ingredients' && (
                  <Link to={linkTo('table')} className={buttonClass('quiet', 'medium')}>
                    Figures from a table
                  </Link>
                )}
              </div>
              <List part={part} book={book} search={search} linkTo={linkTo} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

type ListProps = { book: Book; search: string; linkTo: (id: number) => string };

function List({ part, ...list }: ListProps & { part: PartName }) {
  if (part === 'components') return <ComponentList {...list} />;
  if (part === 'ingredients') return <IngredientList {...list} />;
  if (part === 'suppliers') return <SuppliersOfBook {...list} />;
  return <MealRecipeList {...list} />;
}

type OpenProps = { part: PartName; id: string; book: Book; back: string; onGone: () => void };

function Open({ part, id, book, back, onGone }: OpenProps) {
  if (part === 'meals') return <MealRecipeEditor id={Number(id)} book={book} back={back} />;
  const shown = { book, back, onGone };
  if (part === 'suppliers') return <OpenSupplier id={id} {...shown} />;
  if (part === 'components') {
    const component = book.reply.components.find((each) => String(each.id) === id) ?? null;
    if (!component && id !== 'new') return <EmptyState title="This component was not found" />;
    return <ComponentEditor key={component?.version ?? 'new'} component={component} {...shown} />;
  }
  if (id === 'table') {
    return (
      <Suspense fallback={<p role="status">Loading…</p>}>
        <FoodTablePage back={back} onDone={onGone} />
      </Suspense>
    );
  }
  const ingredient = book.reply.ingredients.find((each) => String(each.id) === id) ?? null;
  if (!ingredient && id !== 'new') return <EmptyState title="This ingredient was not found" />;
  return <IngredientEditor key={ingredient?.version ?? 'new'} ingredient={ingredient} {...shown} />;
}

function MealRecipeList({ book, search, linkTo }: ListProps) {
  const query = useQuery(staffMealsQuery({ q: '', type: null, archived: false }));
  const recipes = new Map(book.reply.meals.map((recipe) => [recipe.mealId, recipe]));
  return (
    <Loaded query={query} what="the meals">
      {(meals) => (
        <FoundList
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

function ComponentList({ book, search, linkTo }: ListProps) {
  return (
    <FoundList
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

function IngredientList({ book, search, linkTo }: ListProps) {
  return (
    <FoundList
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

function SuppliersOfBook({ search, linkTo }: Omit<ListProps, 'book'>) {
  return (
    <Loaded query={useQuery(suppliersQuery)} what="the suppliers">
      {({ suppliers }) => (
        <FoundList
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

function FoundList<Row extends { id: number; name: string }>({
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
