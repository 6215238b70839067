import type { ComponentProps } from 'react';
import { NUTRIENTS } from '#areas/menu/rules/recipe/nutrition.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { FIGURE_NAMES, type NumberTexts } from './ingredient-fields.ts';

type IngredientFiguresProps = {
  numberField: (field: keyof NumberTexts) => Omit<ComponentProps<typeof TextField>, 'label'>;
  source: string;
  onSource: (source: string) => void;
};

/** What 100 g of it hold, and who says so. */
export function IngredientFigures({ numberField, source, onSource }: IngredientFiguresProps) {
  return (
    <>
      <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <legend className="mb-1 font-semibold">For 100 g; empty: not known</legend>
        {NUTRIENTS.map((nutrient) => (
          <TextField key={nutrient} label={FIGURE_NAMES[nutrient]} {...numberField(nutrient)} />
        ))}
      </fieldset>
      <TextField
        label="Where the figures are from"
        optional
        maxLength={120}
        value={source}
        onChange={({ target: { value } }) => onSource(value)}
      />
    </>
  );
}
