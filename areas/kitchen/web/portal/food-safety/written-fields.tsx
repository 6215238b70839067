import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { WrittenTime } from './check-words.ts';

type WrittenFieldsProps = {
  values: WrittenTime;
  errors: FieldErrors;
  onChange: (to: Partial<WrittenTime>) => void;
};

export function WrittenFields({ values, errors, onChange }: WrittenFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="On which day?"
          value={values.day}
          error={errors['day']}
          onChange={(day) => onChange({ day })}
        />
        <TextField
          label="At what time was it done?"
          type="time"
          value={values.time}
          error={errors['at']}
          onChange={(event) => onChange({ time: event.target.value })}
        />
      </div>
      <TextField
        label="Who did it?"
        maxLength={60}
        autoComplete="off"
        value={values.measuredBy}
        error={errors['measuredBy']}
        onChange={(event) => onChange({ measuredBy: event.target.value })}
      />
    </>
  );
}
