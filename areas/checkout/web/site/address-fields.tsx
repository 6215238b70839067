import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { customerFieldId, type CustomerFieldsProps } from './customer-fields.tsx';
import { CustomerTextField } from './customer-fields.tsx';

type AddressFieldsProps = CustomerFieldsProps & {
  facts: Pick<BusinessFacts, 'suburbs' | 'region'>;
  /** For someone else who gets the food: the browser must not fill in the payer's. */
  isTheirs?: boolean;
};

export function AddressFields({
  facts: { suburbs, region },
  isTheirs = false,
  ...fields
}: AddressFieldsProps) {
  const { customer, problems, onEdit, onLeave } = fields;
  const served = findServedSuburb(customer.suburb, suburbs);
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-serif text-xl font-semibold">
        {isTheirs ? 'Their address' : 'Delivery address'}
      </legend>
      <CustomerTextField
        {...fields}
        field="addressLine1"
        label="Street address"
        autoComplete={isTheirs ? 'off' : 'address-line1'}
        maxLength={100}
      />
      <CustomerTextField
        {...fields}
        field="addressLine2"
        label="Unit, floor or building"
        optional
        autoComplete={isTheirs ? 'off' : 'address-line2'}
        maxLength={100}
      />
      <SelectField
        id={customerFieldId('suburb')}
        name="suburb"
        label="Suburb"
        autoComplete={isTheirs ? 'off' : 'address-level2'}
        hint={`We deliver to ${region.areaPhrase}.`}
        value={served?.name ?? customer.suburb}
        error={problems.suburb ?? null}
        onChange={(event) => onEdit({ suburb: event.currentTarget.value })}
        onBlur={() => onLeave('suburb')}
      >
        <option value="">Choose your suburb</option>
        {!served && customer.suburb !== '' && (
          <option value={customer.suburb}>{customer.suburb} (no longer served)</option>
        )}
        {suburbs.map(({ name, postcode }) => (
          <option key={name} value={name}>
            {name} {postcode}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
