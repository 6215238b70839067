import type { DriverReply } from '#areas/delivery/calls/drivers.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

export const NOBODY = '';

type DriverFieldProps = {
  label: string;
  drivers: readonly DriverReply[];
  value: string;
  onChange: (driverId: string) => void;
};

/** Which of the drivers, or nobody in particular. */
export function DriverField({ label, drivers, value, onChange }: DriverFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value={NOBODY}>Nobody: every driver sees them</option>
      {drivers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
