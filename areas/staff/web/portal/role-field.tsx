import { ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '#platform/rules/roles.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type RoleFieldProps = { label: string; value: StaffRole; onChange: (role: StaffRole) => void };

/** Says what the chosen role is for. */
export function RoleField({ label, value, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label={label}
      hint={ROLE_TEXTS[value].purpose}
      value={value}
      onChange={(event) => {
        const role = STAFF_ROLES.find((each) => each === event.target.value);
        if (role) onChange(role);
      }}
    >
      {STAFF_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_TEXTS[role].name}
        </option>
      ))}
    </SelectField>
  );
}
