/** Names of customers and of the people they order for: any script, trimmed, never blank. Spec 5. */

export const LONGEST_NAME = 80;

const CONTROLS = /[\p{Cc}\p{Cs}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Zero-width characters; some scripts and emoji need them as joiners. */
const INVISIBLE = /[\s\u200B-\u200D\u2060\uFEFF]/g;

/**
 * One form for names that look alike: composed, trimmed, spaces collapsed, without the control characters that break
 * labels and email headers.
 */
export function tidyName(text: string): string {
  return text.normalize('NFC').replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' ').trim();
}

export function isName(text: string): boolean {
  const tidy = tidyName(text);
  return tidy.replaceAll(INVISIBLE, '') !== '' && tidy.length <= LONGEST_NAME;
}

/** Two spellings of one name are the same person: items on the wire know people only by name. */
export function personKey(name: string): string {
  return tidyName(name).toLowerCase();
}

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
/** Providers that deliver anna+tag@ to anna@. Elsewhere that may be someone else. */
const TAGGED =
  /^(?:(?:hotmail|live|outlook)(?:\.[a-z]{2,3}){1,2}|(?:gmail|googlemail|icloud|me|mac|fastmail|proton|protonmail)\.com|fastmail\.fm|(?:proton|pm)\.me)$/;

/**
 * One mailbox, one key: as its provider delivers, and as written where we do not know. Coarser than `emailKey`: for
 * limits and offers, never to find someone's data.
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
