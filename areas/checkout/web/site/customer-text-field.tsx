import type { ComponentProps } from 'react';
import type { CustomerField } from '#areas/order-book/rules/order-draft.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { customerFieldId, type CustomerFieldsProps } from './customer-fields.ts';

type CustomerTextFieldProps = CustomerFieldsProps & { field: CustomerField } & Pick<
    ComponentProps<typeof TextField>,
    'label' | 'hint' | 'optional' | 'type' | 'autoComplete' | 'inputMode' | 'maxLength'
  >;

/** A text field of the customer, wired to the draft and its problems. */
export function CustomerTextField({
  field,
  customer,
  problems,
  onEdit,
  onLeave,
  ...input
}: CustomerTextFieldProps) {
  return (
    <TextField
      {...input}
      id={customerFieldId(field)}
      name={field}
      value={customer[field]}
      error={problems[field] ?? null}
      onChange={(event) => onEdit({ [field]: event.currentTarget.value })}
      onBlur={() => onLeave(field)}
    />
  );
}
