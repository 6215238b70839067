import { counted } from '#platform/rules/counted.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { LONG_FORM_MISSING_MESSAGE } from '#areas/business/rules/waitlist-limits.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { JoinForm, SuburbField, type JoinToasts } from './join-form.tsx';

/** Spec 5 and 8. */
const TOASTS: JoinToasts = {
  missing: { title: 'Missing Information', description: LONG_FORM_MISSING_MESSAGE },
  failure: { title: 'Error', description: 'Something went wrong. Please try again.' },
  success: {
    title: 'Welcome to the waitlist!',
    description: "We'll notify you as soon as we launch in your area.",
  },
};

type LongJoinFormProps = {
  business: ConfigReply['business'];
  /** False where ordering is what most visitors come for. */
  isMainAction?: boolean;
};

export function LongJoinForm({ business, isMainAction }: LongJoinFormProps) {
  return (
    <JoinForm isMainAction={isMainAction} toasts={TOASTS} required={['name', 'email', 'suburb']}>
      {(errors) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            aria-required
            error={errors['name']}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            aria-required
            error={errors['email']}
          />
          <SuburbField suburbs={business.suburbs} error={errors['suburb']} />
          <TextField
            label="Phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            optional
            error={errors['phone']}
          />
          <SelectField
            label="Meals per week"
            name="mealsPerWeek"
            defaultValue=""
            optional
            error={errors['mealsPerWeek']}
            options={business.waitlistMealsPerWeek.map((value) => ({
              value,
              label: counted(value, 'meal', 'meals'),
            }))}
          >
            <option value="">Not sure yet</option>
          </SelectField>
        </div>
      )}
    </JoinForm>
  );
}
