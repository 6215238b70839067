import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { lazy, Suspense, useState } from 'react';
import { type Book, bookOf, recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { ComponentEditor } from './component-editor.tsx';
import {
  ComponentList,
  IngredientList,
  MealRecipeList,
  SuppliersOfBook,
} from './cookbook-lists.tsx';
import { IngredientEditor } from './ingredient-editor.tsx';
import { MealRecipeEditor } from './meal-recipe-editor.tsx';
import { OpenSupplier } from '#areas/recipes/web/portal/supplier-editor.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';

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

/** Recipes behind the meals: what is bought, what is cooked here, what goes into each meal. */
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

type ListProps = { part: PartName; book: Book; search: string; linkTo: (id: number) => string };

function List({ part, ...list }: ListProps) {
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
