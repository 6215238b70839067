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
