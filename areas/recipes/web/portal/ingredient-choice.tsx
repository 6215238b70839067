import type { InputUnit } from '#areas/menu/rules/units.ts';
import type { Book } from '#areas/recipes/web/portal/recipe-book-queries.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type IngredientChoiceProps = {
  bought: Book['reply']['ingredients'];
  value: string;
  error: string | undefined;
  onChoose: (id: string, unit: InputUnit | undefined) => void;
};

/** Which ingredient a pack is of; choosing one suggests its unit. */
export function IngredientChoice({ bought, value, error, onChoose }: IngredientChoiceProps) {
  return (
    <SelectField
      label="Ingredient"
      value={value}
      error={error}
      onChange={({ target }) =>
        onChoose(target.value, bought.find(({ id }) => String(id) === target.value)?.baseUnit)
      }
    >
      <option value="">Choose…</option>
      {bought.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
