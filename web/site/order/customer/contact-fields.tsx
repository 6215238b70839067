import { LONGEST_NAME } from '#domain/customer/customer-name.ts';
import type { CustomerFieldsProps } from './customer-fields.ts';
import { CustomerTextField } from './customer-text-field.tsx';

type ContactFieldsProps = CustomerFieldsProps & {
  /** Somebody else gets the food. */
  isPayerOnly: boolean;
};

export function ContactFields({ isPayerOnly, ...fields }: ContactFieldsProps) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-serif text-xl font-semibold">
        {isPayerOnly ? 'Your contact details' : 'Contact'}
      </legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <CustomerTextField
          {...fields}
          field="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={LONGEST_NAME}
        />
        <CustomerTextField
          {...fields}
          field="lastName"
          label="Last name"
          autoComplete="family-name"
          maxLength={LONGEST_NAME}
        />
      </div>
      <CustomerTextField
        {...fields}
        field="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="For your confirmation and the link to track your order."
      />
      <CustomerTextField
        {...fields}
        field="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={
          isPayerOnly
            ? 'Only used if we have a question.'
            : 'Only used if the driver can’t find you.'
        }
      />
    </fieldset>
  );
}
