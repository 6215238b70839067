/** Names of customers and of the people they order for: any script, trimmed, never blank. Spec 5. */

export const LONGEST_NAME = 80;

/** Trims, folds white space and drops control characters, which would break labels and mail headers. */
export function tidyName(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function isName(text: string): boolean {
  const tidy = tidyName(text);
  return tidy !== '' && tidy.length <= LONGEST_NAME;
}
