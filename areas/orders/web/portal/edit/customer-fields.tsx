import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { LONGEST_INSTRUCTIONS } from '#areas/order-book/rules/order-draft.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { editCustomer } from './order-edit.ts';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import type { OrderEditing } from './use-order-edit.ts';

const FIELDS = [
  { name: 'firstName', label: 'First name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'lastName', label: 'Last name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: 40 },
  { name: 'address', label: 'Address', type: 'text', maxLength: 250 },
] as const;

type CustomerFieldsProps = { order: AdminOrderReply; editing: OrderEditing };

export function CustomerFields({ order, editing }: CustomerFieldsProps) {
  const { edit, problems, change } = editing;
  const { customer } = edit;
  const suburb = useConfig().business.suburbs[0]?.name ?? '';
  const problemOf = (field: string) => problems[`customer.${field}`] ?? null;
  return (
    <OrderPanel title="Customer">
      {FIELDS.map(({ name, label, type, maxLength }) => (
        <TextField
          key={name}
          label={label}
          type={type}
          maxLength={maxLength}
          autoComplete="off"
          value={customer[name]}
          hint={
            name === 'address' ? `Street, then suburb: 12 Shore St, Unit 3, ${suburb}` : undefined
          }
          error={problemOf(name)}
          onChange={({ target }) => change((now) => editCustomer(now, { [name]: target.value }))}
        />
      ))}
      <SelectField
        label="Delivered"
        value={customer.deliveryPreference}
        error={problemOf('deliveryPreference')}
        hint={
          order.deliveryType === 'weekly' ? 'Warm is only available with daily delivery' : undefined
        }
        onChange={({ target }) => {
          const deliveryPreference = target.value === 'warm' ? 'warm' : 'cold';
          change((now) => editCustomer(now, { deliveryPreference }));
        }}
      >
        <option value="cold">cold</option>
        <option value="warm">warm</option>
      </SelectField>
      <TextAreaField
        label="Special instructions"
        optional
        maxLength={LONGEST_INSTRUCTIONS}
        value={customer.specialInstructions}
        error={problemOf('specialInstructions')}
        onChange={({ target }) =>
          change((now) => editCustomer(now, { specialInstructions: target.value }))
        }
      />
    </OrderPanel>
  );
}
