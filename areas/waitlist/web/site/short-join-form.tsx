import type { ConfigReply } from '#areas/business/calls/config.ts';
import { SHORT_FORM_MISSING_MESSAGE } from '#areas/business/rules/waitlist-limits.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { JoinForm, SuburbField, type JoinToasts } from './join-form.tsx';

/** Spec 5 and 8. */
const TOASTS: JoinToasts = {
  missing: { title: 'Missing Information', description: SHORT_FORM_MISSING_MESSAGE },
  failure: { title: 'Error', description: 'Failed to join waitlist. Please try again.' },
  success: {
    title: 'Added to Waitlist!',
    description: "We'll notify you when we start delivering to your area.",
  },
};

type ShortJoinFormProps = {
  business: ConfigReply['business'];
  /** The suburb from the check before. */
  suburb: string;
};

export function ShortJoinForm({ business, suburb }: ShortJoinFormProps) {
  return (
    <JoinForm toasts={TOASTS} required={['email', 'suburb']}>
      {(errors) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            aria-required
            error={errors['email']}
          />
          <SuburbField suburbs={business.suburbs} defaultValue={suburb} error={errors['suburb']} />
        </>
      )}
    </JoinForm>
  );
}
