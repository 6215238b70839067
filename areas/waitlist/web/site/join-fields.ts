/** The texts in a waitlist form, and what is wrong with them before sending. Spec 5. */
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/email-address.ts';
import {
  NAME_MISSING_MESSAGE,
  SUBURB_MISSING_MESSAGE,
} from '#areas/business/rules/waitlist-limits.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import type { JoinWaitlistFields } from '#areas/waitlist/web/site/join-waitlist-queries.ts';

export type RequiredField = 'name' | 'email' | 'suburb';

const MISSING: Record<RequiredField, string> = {
  name: NAME_MISSING_MESSAGE,
  email: EMAIL_MESSAGE,
  suburb: SUBURB_MISSING_MESSAGE,
};

/** The request for the server. Fields that the form does not have are left out. */
export function readFields(form: FormData): JoinWaitlistFields {
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const meals = textOf('mealsPerWeek');
  return {
    email: textOf('email'),
    suburb: textOf('suburb'),
    ...(form.has('name') && {
      name: textOf('name'),
      phone: textOf('phone').trim() === '' ? null : textOf('phone'),
      mealsPerWeek: meals === '' ? null : Number(meals),
    }),
    ...(form.has('consent') && { consent: true }),
  };
}

export function problemsOf(
  fields: JoinWaitlistFields,
  required: readonly RequiredField[],
): { errors: FieldErrors; isMissing: boolean } {
  const missing = required.filter((name) => (fields[name] ?? '').trim() === '');
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, MISSING[name]]));
  if (!isEmailAddress(fields.email)) errors['email'] = EMAIL_MESSAGE;
  return { errors, isMissing: missing.length > 0 };
}
