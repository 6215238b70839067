import type { BusinessFacts } from '#domain/business.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { customerFieldId, type CustomerFieldsProps } from './customer-fields.ts';
import { CustomerTextField } from './customer-text-field.tsx';

export function AddressFields({
  facts: { suburbs, region },
  ...fields
}: CustomerFieldsProps & { facts: Pick<BusinessFacts, 'suburbs' | 'region'> }) {
  const { customer, problems, onEdit, onLeave } = fields;
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-serif text-xl font-semibold">Delivery address</legend>
      <CustomerTextField
        {...fields}
        field="addressLine1"
        label="Street address"
        autoComplete="address-line1"
        maxLength={100}
      />
      <CustomerTextField
        {...fields}
        field="addressLine2"
        label="Unit, floor or building"
        optional
        autoComplete="address-line2"
        maxLength={100}
      />
      <SelectField
        id={customerFieldId('suburb')}
        name="suburb"
        label="Suburb"
        autoComplete="address-level2"
        hint={`We deliver to ${region.areaPhrase}.`}
        value={customer.suburb}
        error={problems.suburb ?? null}
        onChange={(event) => onEdit({ suburb: event.currentTarget.value })}
        onBlur={() => onLeave('suburb')}
      >
        <option value="">Choose your suburb</option>
        {suburbs.map(({ name, postcode }) => (
          <option key={name} value={name}>
            {name} {postcode}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
