/** Fields in braces, `{like this}`, in words that staff write. */

/** A text uses a field that does not exist, or that nobody gave. */
export class MissingField extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`{${field}} has no value`);
    this.field = field;
  }
}

const FIELD = /\{([^{}\s]*)\}/g;

/** The names in braces, each once. */
export function fieldNamesIn(text: string): string[] {
  return [...new Set([...text.matchAll(FIELD)].map(([, field = '']) => field))];
}

/** The text with every field replaced by its value, which is not filled again. Throws MissingField. */
export function fillText(text: string, values: Readonly<Partial<Record<string, string>>>): string {
  return text.replaceAll(FIELD, (_, field: string) => {
    const value = Object.hasOwn(values, field) ? values[field] : undefined;
    if (value === undefined) throw new MissingField(field);
    return value;
  });
}

/** Why the fields of a text cannot stand; null: all are known, and every brace is closed. */
export function fieldProblem(text: string, known: ReadonlySet<string>): string | null {
  const unknown = fieldNamesIn(text).find((field) => !known.has(field));
  if (unknown !== undefined) return `{${unknown}} can’t be used here`;
  return /[{}]/.test(text.replaceAll(FIELD, '')) ? 'Please close every brace' : null;
}
