import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { FoodReply, MatchedIngredient } from '#areas/recipes/calls/food-table.ts';
import { checkFigures } from '#areas/menu/rules/recipe/check-figures.ts';
import { figureChanges } from '#areas/recipes/rules/figure-changes.ts';
import { fetchFoods, type FoodFile } from '#areas/recipes/web/portal/recipe-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Fold } from '#areas/recipes/web/portal/cookbook/form-foot.tsx';
import { FIGURE_NAMES } from '#areas/recipes/web/portal/cookbook/recipe-draft.ts';

type FoodChoiceProps = {
  ingredient: MatchedIngredient;
  file: FoodFile;
  /** Null: its figures stay as they are. */
  food: FoodReply | null;
  onChoose: (food: FoodReply | null) => void;
};

export function FoodChoice({ ingredient, file, food, onChoose }: FoodChoiceProps) {
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
            {FIGURE_NAMES[nutrient]}: {show(before)} → <strong>{show(after)}</strong>
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

/** When none of the suggestions is it. */
function FindFood({ name, file, onFound }: FindFoodProps) {
  const [words, setWords] = useState('');
  const finding = useChange(() => fetchFoods(file, words), {
    onDone(foods) {
      if (foods.length > 0) onFound(foods);
    },
  });
  const nothing = finding.result?.length === 0 ? 'No food has these words.' : null;
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
