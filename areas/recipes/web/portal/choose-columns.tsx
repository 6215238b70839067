import { useState } from 'react';
import type { FoodTableReply } from '#areas/recipes/calls/food-table.ts';
import {
  FOOD_COLUMN_NAMES,
  FOOD_COLUMNS,
  type FoodColumns,
  missingColumns,
} from '#areas/recipes/rules/food-columns.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type ChooseColumnsProps = {
  table: FoodTableReply;
  onChoose: (columns: FoodColumns) => void;
};

/** Of a table that is not known to us: which column is which. */
export function ChooseColumns({
  table: { headings, columns: known },
  onChoose,
}: ChooseColumnsProps) {
  const [columns, setColumns] = useState<FoodColumns>(known);
  const missing = missingColumns(columns);
  return (
    <section aria-labelledby="columns-heading" className="grid gap-4">
      <h3 id="columns-heading" className="text-lg">
        Which column is which?
      </h3>
      <p>
        Figures must be for 100 g, energy in kilojoules. A figure without a column stays as it is.
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {FOOD_COLUMNS.map((column) => (
          <SelectField
            key={column}
            label={FOOD_COLUMN_NAMES[column]}
            optional={column !== 'name'}
            value={columns[column] ?? ''}
            onChange={({ target: { value } }) =>
              setColumns({ ...columns, [column]: value === '' ? null : Number(value) })
            }
          >
            <option value="">No column</option>
            {headings.map((heading, at) => (
              // Headings may be equal; their places are not.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={at} value={at}>
                {heading || `Column ${at + 1}`}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {missing !== null && <p className="text-ink-soft">{missing}</p>}
      <Button
        className="justify-self-start"
        disabled={missing !== null}
        onClick={() => onChoose(columns)}
      >
        Read the table
      </Button>
    </section>
  );
}
