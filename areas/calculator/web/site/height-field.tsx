import { CONTROL_CLASS, FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { type FieldsProps, LONGEST_NUMBER_TEXT } from './calculator-fields.ts';

/** One field for centimetres, or two for feet and inches that share a message. */
export function HeightField({ entry, errors, onChange }: FieldsProps) {
  if (entry.units === 'metric') {
    return (
      <TextField
        label="Height (cm) *"
        inputMode="decimal"
        autoComplete="off"
        maxLength={LONGEST_NUMBER_TEXT}
        aria-required
        value={entry.height}
        error={errors['height']}
        onChange={(event) => onChange({ ...entry, height: event.currentTarget.value })}
      />
    );
  }
  const isInvalid = errors['height'] ? true : undefined;
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-semibold">Height *</legend>
      <div className="grid grid-cols-2 gap-3">
        {(['feet', 'inches'] as const).map((part) => (
          <label key={part} className="flex items-center gap-2">
            <input
              type="text"
              inputMode={part === 'feet' ? 'numeric' : 'decimal'}
              autoComplete="off"
              maxLength={LONGEST_NUMBER_TEXT}
              aria-required
              aria-invalid={isInvalid}
              aria-describedby={isInvalid && 'height-error'}
              className={CONTROL_CLASS}
              value={entry[part]}
              onChange={(event) => onChange({ ...entry, [part]: event.currentTarget.value })}
            />
            {part}
          </label>
        ))}
      </div>
      <FieldNotes id="height" error={errors['height']} />
    </fieldset>
  );
}
