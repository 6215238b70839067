/** Fields that need no widget of their own: the table of meal fields says all that the form has to know. */
import { MEAL_FIELDS, type MealFieldRow } from '#areas/menu/rules/meal-fields.ts';
import { type FieldOfType, wireName } from '#areas/menu/rules/list-meal-fields.ts';
import { DraftArea, DraftField } from './draft-field.tsx';

export function TextAreas({ fields }: { fields: readonly FieldOfType<'text'>[] }) {
  return fields.map((field) => (
    <DraftArea key={field} name={wireName(field)} label={MEAL_FIELDS[field].names.label} rows={2} />
  ));
}

type NumberRowProps = { fields: readonly FieldOfType<'number'>[]; className?: string };

/** Beside each other; nothing at all for no fields. */
export function NumberRow({
  fields,
  className = 'grid items-start gap-4 sm:grid-cols-2',
}: NumberRowProps) {
  if (fields.length === 0) return null;
  return (
    <div className={className}>
      {fields.map((field) => (
        <DraftField
          key={field}
          name={wireName(field)}
          label={numberLabel(field)}
          inputMode={MEAL_FIELDS[field].value.decimals === 0 ? 'numeric' : 'decimal'}
        />
      ))}
    </div>
  );
}

/** "Protein (g)", unless the table has another for the form. */
function numberLabel(field: FieldOfType<'number'>): string {
  const { label, form }: MealFieldRow['names'] = MEAL_FIELDS[field].names;
  const { unit }: { unit: string | null } = MEAL_FIELDS[field].value;
  return form ?? (unit === null ? label : `${label} (${unit})`);
}
