/** Names of customers and of the people they order for: any script, trimmed, never blank. Spec 5. */

export const LONGEST_NAME = 80;

const CONTROLS = /[\p{Cc}\p{Cs}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Signs that show nothing by themselves. They stay in a name, because some scripts and emoji are joined by them. */
const INVISIBLE = /[\s\u200B-\u200D\u2060\uFEFF]/g;

/** One form for what looks alike: composed, trimmed, white space folded, without the controls that break labels and mail headers. */
export function tidyName(text: string): string {
  return text.normalize('NFC').replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' ').trim();
}

export function isName(text: string): boolean {
  const tidy = tidyName(text);
  return tidy.replaceAll(INVISIBLE, '') !== '' && tidy.length <= LONGEST_NAME;
}
