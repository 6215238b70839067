import { isFoundBy } from '#platform/rules/search-key.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useState } from 'react';
import {
  type FoodReply,
  type FoodTableReply,
  type MatchedIngredient,
  takeFoods,
} from '#areas/recipes/calls/food-table.ts';
import { NUTRIENTS, checkFigures } from '#areas/menu/rules/nutrition.ts';
import { type FoodFile, readUnlikely, recipeBookQuery, fetchFoods } from './recipe-queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import {
  UnlikelyFigures,
  useEditorGuard,
  Fold,
} from '#areas/recipes/web/portal/cookbook/book-form.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { figureChanges, FOOD_COLUMN_NAMES } from '#areas/recipes/rules/food-table.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

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
  const client = useQueryClient();
  const taking = useChange(takeFoods, {
    onDone(book) {
      client.setQueryData(recipeBookQuery.queryKey, book);
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
          onChecked={() => taking.run({ body: { source, foods: taken, checked: true } })}
        />
      )}
      {!unlikely && <FailureNotice failure={taking.failure} title="Nothing was taken" />}
      <div className="sticky bottom-[var(--bar,0px)] border-t border-line bg-ground py-3">
        <Button
          busy={taking.isBusy}
          busyLabel="Taking…"
          disabled={taken.length === 0 || source.trim() === ''}
          onClick={() => taking.run({ body: { source, foods: taken, checked: false } })}
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

type FoodChoiceProps = {
  ingredient: MatchedIngredient;
  file: FoodFile;
  /** Null: its figures stay as they are. */
  food: FoodReply | null;
  onChoose: (food: FoodReply | null) => void;
};

function FoodChoice({ ingredient, file, food, onChoose }: FoodChoiceProps) {
  const { name, isKnown, nutrientSource } = ingredient;
  const [found, setFound] = useState<readonly FoodReply[]>([]);
  const foods = [
    ...ingredient.foods,
    ...found.filter((each) => !ingredient.foods.some((other) => isSame(each, other))),
  ];
  const at = food ? foods.findIndex((each) => isSame(each, food)) : -1;
  return (
    <li className="grid gap-2 rounded-2xl border border-line bg-surface p-4">
      <SelectField
        label={
          <>
            {name} {isKnown && <Badge variant="secondary">Same food as before</Badge>}
          </>
        }
        hint={nutrientSource === '' ? 'No figures yet' : `Now: ${nutrientSource}`}
        value={at === -1 ? '' : at}
        onChange={({ target: { value } }) =>
          onChoose(value === '' ? null : (foods[Number(value)] ?? null))
        }
      >
        <option value="">Leave as it is</option>
        {foods.map((each, index) => (
          <option key={`${each.key} ${each.name}`} value={index}>
            {each.name}
          </option>
        ))}
      </SelectField>
      {food && <Changes ingredient={ingredient} food={food} />}
      <FindFood
        name={name}
        file={file}
        onFound={(more) => {
          setFound(more);
          onChoose(more[0] ?? food);
        }}
      />
    </li>
  );
}

function isSame(one: FoodReply, other: FoodReply): boolean {
  return one.key === other.key && one.name === other.name;
}

function Changes({ ingredient, food }: { ingredient: MatchedIngredient; food: FoodReply }) {
  const changes = figureChanges(ingredient, food);
  const { refused, asked } = checkFigures({
    ...ingredient,
    ...Object.fromEntries(changes.map(({ nutrient, after }) => [nutrient, after])),
  });
  if (changes.length === 0) return <p className="text-sm text-ink-soft">Same figures as now.</p>;
  const show = (figure: number | null) => figure ?? 'not known';
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums" aria-label="What changes">
        {changes.map(({ nutrient, before, after }) => (
          <li key={nutrient}>
            {FOOD_COLUMN_NAMES[nutrient]}: {show(before)} → <strong>{show(after)}</strong>
          </li>
        ))}
      </ul>
      {Object.values(refused).map((text) => (
        <p key={text} className="text-sm text-danger">
          {text}
        </p>
      ))}
      {Object.values(asked).map((text) => (
        <p key={text} className="text-sm text-warning">
          {text}
        </p>
      ))}
    </>
  );
}

type FindFoodProps = { name: string; file: FoodFile; onFound: (foods: FoodReply[]) => void };

function FindFood({ name, file, onFound }: FindFoodProps) {
  const [words, setWords] = useState('');
  const finding = useChange(() => fetchFoods(file, words), {
    onDone({ foods }) {
      if (foods.length > 0) onFound(foods);
    },
  });
  const nothing = finding.result?.foods.length === 0 ? 'No food has these words.' : null;
  return (
    <Fold title={`Search the table for ${name}`}>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Words of its name in the table"
          maxLength={80}
          value={words}
          error={finding.failure?.message ?? nothing}
          onChange={({ target: { value } }) => setWords(value)}
        />
        <Button
          variant="secondary"
          size="small"
          disabled={words.trim() === ''}
          busy={finding.isBusy}
          busyLabel="Searching…"
          onClick={() => finding.run()}
        >
          Search
        </Button>
      </div>
    </Fold>
  );
}
