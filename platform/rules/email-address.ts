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

const GMAIL = new Set(['gmail.com', 'googlemail.com']);
/** Providers that deliver anna+tag@ to anna@. Elsewhere that may be somebody else. */
const TAGGED =
  /^(?:(?:hotmail|live|outlook)(?:\.[a-z]{2,3}){1,2}|(?:gmail|googlemail|icloud|me|mac|fastmail|proton|protonmail)\.com|fastmail\.fm|(?:proton|pm)\.me)$/;

/**
 * One mailbox, one key: as its provider delivers, and as written where we do not know. Coarser than `emailKey`: for
 * limits and offers, never to find somebody's data.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1);
  let name = key.slice(0, Math.max(at, 0));
  if (TAGGED.test(domain)) name = name.replace(/(?<=.)\+.*$/, '');
  if (!GMAIL.has(domain)) return at === -1 ? key : `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** The form in which all spellings of an address are equal. */
export function emailKey(text: string): string {
  return text.trim().toLowerCase();
}

/** Enough for its owner to recognise it: "mia@example.com" -> "m…@example.com". */
export function veilEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
}
