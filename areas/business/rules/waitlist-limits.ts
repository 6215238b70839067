/** The limits of a waitlist entry's fields. Spec 3, 5; the limits are ours. */

export const MEALS_PER_WEEK = { min: 1, max: 50 } as const;

export const SUBURB_MISSING_MESSAGE = 'Please enter your suburb';
export const NAME_MISSING_MESSAGE = 'Please enter your name';
export const MEALS_PER_WEEK_MESSAGE = `Please choose ${MEALS_PER_WEEK.min} to ${MEALS_PER_WEEK.max} meals per week`;

/** Consent to more than the launch notice. The entry stores these exact words. */
export const NEWS_CONSENT_TEXT =
  'Please also send me news about menus and offers. I can unsubscribe at any time.';

/** Spec 5, of the long and the short form. */
export const LONG_FORM_MISSING_MESSAGE = 'Please fill in all required fields.';
export const SHORT_FORM_MISSING_MESSAGE = 'Please provide both email and suburb.';
