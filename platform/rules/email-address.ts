/**
 * Email addresses as browsers accept them in an email field, with a dot in the domain. Spec 5 leaves the rule to the
 * browser.
 */

export const EMAIL_MESSAGE = 'Please enter your email address (e.g., jo@example.com)';
const LONGEST_EMAIL = 254;
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export function isEmailAddress(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= LONGEST_EMAIL && EMAIL.test(trimmed);
}

/**
 * The form in which all spellings that usually reach one mailbox are equal: no tag after a plus, no dots before the at.
 * Coarser than `emailKey`: for limits and offers, never to find somebody's data.
 */
export function canonicalEmail(text: string): string {
  const [name = '', domain = ''] = emailKey(text).split('@');
  const mailbox = name.replace(/(?<=.)\+.*$/, '').replaceAll('.', '');
  return `${mailbox}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

/** The form in which all spellings of an address are equal. */
export function emailKey(text: string): string {
  return text.trim().toLowerCase();
}

/** Enough for its owner to recognise it: "mia@example.com" -> "m…@example.com". */
export function veilEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
}
