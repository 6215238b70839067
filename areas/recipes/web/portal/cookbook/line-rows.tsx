import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import type { InputUnit } from '#areas/menu/rules/units.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import type { Book } from '#areas/recipes/web/portal/recipe-queries.ts';
import { baseUnitOf, type LineDraft, unitsFor } from './recipe-draft.ts';

type LineRowsProps = {
  lines: readonly LineDraft[];
  book: Book;
  /** The component whose lines they are: it cannot use itself. */
  ofComponent: number | null;
  errors: FieldErrors;
  onChange: (lines: LineDraft[]) => void;
};

/** What goes in: quantities as weighed for the pot, peeled and uncooked. */
export function LineRows({ lines, book, ofComponent, errors, onChange }: LineRowsProps) {
  function set(key: number, change: Partial<LineDraft>) {
    onChange(lines.map((line) => (line.key === key ? { ...line, ...change } : line)));
  }

  function add() {
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    onChange([...lines, { key, used: '', amount: '', unit: 'g', lossBp: null, prep: '' }]);
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">What goes in, peeled and uncooked</legend>
      {lines.map((line, at) => (
        <div
          key={line.key}
          className="grid grid-cols-[1fr_6rem_auto] items-end gap-2 border-b border-line pb-3 sm:grid-cols-[1fr_7rem_6rem_auto]"
        >
          <div className="col-span-3 sm:col-span-1">
            <SelectField
              label={`Line ${at + 1}`}
              value={line.used}
              error={errors[`lines.${at}`]}
              onChange={({ target: { value } }) =>
                set(line.key, { used: value, unit: baseUnitOf(value, book) })
              }
            >
              <option value="">Choose…</option>
              <optgroup label="Components">
                {book.reply.components
                  .filter(({ id }) => id !== ofComponent)
                  .map(({ id, name }) => (
                    <option key={id} value={`component ${id}`}>
                      {name}
                    </option>
                  ))}
              </optgroup>
              <optgroup label="Ingredients">
                {book.reply.ingredients.map(({ id, name }) => (
                  <option key={id} value={`ingredient ${id}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            </SelectField>
          </div>
          <TextField
            label={<Named what="Quantity" at={at} />}
            value={line.amount}
            inputMode="decimal"
            maxLength={20}
            error={errors[`lines.${at}.amount`]}
            onChange={({ target: { value } }) => set(line.key, { amount: value })}
          />
          <SelectField
            label={<Named what="Unit" at={at} />}
            value={line.unit}
            onChange={({ target: { value } }) => set(line.key, { unit: value as InputUnit })}
          >
            {unitsFor(baseUnitOf(line.used, book)).map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </SelectField>
          <Button
            variant="quiet"
            size="small"
            className="mb-1"
            onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
          >
            Remove<VisuallyHidden> line {at + 1}</VisuallyHidden>
          </Button>
        </div>
      ))}
      {errors.lines !== undefined && <p className="text-danger">{errors.lines}</p>}
      <Button variant="secondary" size="small" className="justify-self-start" onClick={add}>
        Add a line
      </Button>
    </fieldset>
  );
}

function Named({ what, at }: { what: string; at: number }) {
  return (
    <>
      {what}
      <VisuallyHidden> of line {at + 1}</VisuallyHidden>
    </>
  );
}
