import { isFoundBy } from '#platform/rules/search-key.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useState } from 'react';
import type {
  FoodReply,
  FoodTableReply,
  MatchedIngredient,
} from '#areas/recipes/calls/food-table.ts';
import { NUTRIENTS } from '#areas/menu/rules/recipe/nutrition.ts';
import {
  type FoodFile,
  useTakeFoods,
  readUnlikely,
} from '#areas/recipes/web/portal/recipe-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { UnlikelyFigures } from '#areas/recipes/web/portal/cookbook/form-foot.tsx';
import { useEditorGuard } from '#areas/recipes/web/portal/cookbook/use-book-form.ts';
import { FoodChoice } from './food-choice.tsx';

type FoodChoicesProps = { table: FoodTableReply; chosen: FoodFile; onDone: () => void };

/** Which food is which ingredient: a person says so, or said so before. */
export function FoodChoices({ table, chosen, onDone }: FoodChoicesProps) {
  const { ingredients, foodCount } = table;
  const [foods, setFoods] = useState<Record<number, FoodReply | null>>(() =>
    knownFoods(ingredients),
  );
  const [source, setSource] = useState(() => nameOfTable(table, chosen));
  const [search, setSearch] = useState('');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const { showToast } = useToast();
  const goAway = useEditorGuard(foods, 'the chosen foods', onDone);
  const taken = ingredients.flatMap(({ id, version }) => {
    const food = foods[id];
    return food ? [{ ingredientId: id, version, ...food }] : [];
  });
  const count = taken.length === 1 ? '1 ingredient' : `${taken.length} ingredients`;
  const [unlikely, setUnlikely] = useState<FieldErrors | null>(null);
  const taking = useTakeFoods({
    onDone() {
      showToast({ title: 'Figures Taken', description: `${count} checked.`, tone: 'success' });
      goAway();
    },
    onFailure: (_failure, { error }) => setUnlikely(readUnlikely(error)),
  });
  const shown = ingredients.filter(
    (each) =>
      isFoundBy(search, each.name) &&
      (!onlyMissing || NUTRIENTS.some((nutrient) => each[nutrient] === null)),
  );
  return (
    <section aria-labelledby="foods-heading" className="grid gap-4">
      <h3 id="foods-heading" className="text-lg">
        {foodCount.toLocaleString('en-AU')} foods read
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="What this table is called"
          hint="Kept with each figure, such as “AFCD Release 3”."
          maxLength={60}
          value={source}
          onChange={({ target: { value } }) => setSource(value)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 basis-full sm:basis-60 sm:grow">
          <SearchField label="Search ingredients" value={search} onChange={setSearch} />
        </div>
        <CheckChip checked={onlyMissing} onToggle={() => setOnlyMissing(!onlyMissing)}>
          Only with missing figures
        </CheckChip>
      </div>
      <ul className="grid gap-3">
        {shown.map((ingredient) => (
          <FoodChoice
            key={ingredient.id}
            ingredient={ingredient}
            file={chosen}
            food={foods[ingredient.id] ?? null}
            onChoose={(food) => setFoods({ ...foods, [ingredient.id]: food })}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="text-ink-soft">No ingredient fits this search.</p>}
      {unlikely && taking.failure && (
        <UnlikelyFigures
          figures={unlikely}
          isSaving={taking.isBusy}
          source="table"
          onChecked={() => taking.run({ source, foods: taken, checked: true })}
        />
      )}
      {!unlikely && <FailureNotice failure={taking.failure} title="Nothing was taken" />}
      <div className="sticky bottom-[var(--bar,0px)] border-t border-line bg-ground py-3">
        <Button
          busy={taking.isBusy}
          busyLabel="Taking…"
          disabled={taken.length === 0 || source.trim() === ''}
          onClick={() => taking.run({ source, foods: taken, checked: false })}
        >
          {taken.length === 0 ? 'Choose a food first' : `Take the figures for ${count}`}
        </Button>
      </div>
    </section>
  );
}

function knownFoods(ingredients: readonly MatchedIngredient[]): Record<number, FoodReply | null> {
  return Object.fromEntries(
    ingredients.flatMap(({ id, isKnown, foods: [first] }) =>
      isKnown && first ? [[id, first]] : [],
    ),
  );
}

function nameOfTable({ headings }: FoodTableReply, { file }: FoodFile): string {
  if (headings.includes('Public Food Key')) return 'AFCD';
  return file.name.replace(/\.\w+$/, '').slice(0, 60);
}
