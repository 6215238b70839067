import type { DailyPrepReply, IngredientsReply } from '#areas/kitchen/calls/daily-prep.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { ingredientWeightText } from '#areas/printouts/rules/ingredient-roll-up.ts';
import { ingredientsQuery } from '#areas/kitchen/web/portal/daily-prep-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';

type Ingredient = IngredientsReply['ingredients'][number];

const COLUMNS: Column<Ingredient>[] = [
  {
    name: 'ingredient',
    header: 'Ingredient',
    isPlain: true,
    cell: ({ name }) => <span className="font-semibold break-words">{name}</span>,
  },
  { name: 'portions', header: 'Portions', align: 'end', cell: ({ servings }) => servings },
  {
    name: 'weight',
    header: 'Weight',
    align: 'end',
    cell: (total) => <span className="whitespace-nowrap">{ingredientWeightText(total)}</span>,
  },
];

/** What the day's meals are made of, in two columns that are read one after the other. */
export function BuyPart({ prep: { date } }: { prep: DailyPrepReply }) {
  return (
    <Loaded query={useQuery(ingredientsQuery(date))} what="the ingredients">
      {(found) => <Ingredients found={found} />}
    </Loaded>
  );
}

function Ingredients({ found: { ingredients, unlistedMeals } }: { found: IngredientsReply }) {
  if (ingredients.length === 0 && unlistedMeals.length === 0)
    return <EmptyState title="No ingredients are listed for these meals" />;
  const half = Math.ceil(ingredients.length / 2);
  const columns = [ingredients.slice(0, half), ingredients.slice(half)];
  return (
    <section className="grid gap-3 pt-4">
      <h3 className="text-lg">Ingredients</h3>
      <p className="text-ink-soft">
        Weights are from stated percentages, in finished portions. “Over”: some meals state none.
      </p>
      <div className="grid items-start gap-x-8 lg:grid-cols-2">
        {columns.map((rows, index) => (
          <DataTable
            key={index === 0 ? 'first' : 'second'}
            caption={index === 0 ? 'Ingredients' : 'Ingredients, continued'}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ name }) => name}
          />
        ))}
      </div>
      {unlistedMeals.length > 0 && (
        <p>
          <strong>No ingredients listed:</strong> {unlistedMeals.join(', ')}
        </p>
      )}
    </section>
  );
}
