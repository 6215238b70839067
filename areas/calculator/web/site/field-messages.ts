import type { ProfileDraft } from '#areas/calculator/rules/calculator-profile.ts';
import {
  checkProfile,
  PROFILE_MESSAGES,
  TARGET_TOO_HIGH,
  TARGET_TOO_LOW,
} from '#areas/calculator/rules/check-profile.ts';
import { IMPERIAL_MESSAGES } from '#areas/calculator/rules/imperial-units.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import type { Units } from './calculator-form-values.ts';

/** A target on the wrong side is reported at once; everything else after an attempt to continue. */
const SAID_AT_ONCE = [TARGET_TOO_HIGH, TARGET_TOO_LOW];

/** Messages by the spec's field names, in the visitor's units. */
export function fieldMessages(
  draft: ProfileDraft,
  units: Units,
  hasTriedToContinue: boolean,
): FieldErrors {
  const problems = checkProfile(draft).filter(
    ({ message }) => hasTriedToContinue || SAID_AT_ONCE.includes(message),
  );
  return Object.fromEntries(
    problems.map(({ field, message }) => {
      const isLimit = message === PROFILE_MESSAGES[field];
      return [field, (units === 'imperial' && isLimit && IMPERIAL_MESSAGES[field]) || message];
    }),
  );
}
