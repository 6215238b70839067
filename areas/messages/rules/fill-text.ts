import type { MessageField } from '#areas/messages/rules/delivery-messages.ts';

export type FieldValues = Partial<Record<MessageField, string>>;

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

/** The text with every field replaced by its value. Throws MissingField. */
export function fillText(text: string, values: FieldValues): string {
  return text.replaceAll(FIELD, (_, field: string) => {
    const value = Object.hasOwn(values, field) ? values[field as MessageField] : undefined;
    if (value === undefined) throw new MissingField(field);
    return value;
  });
}
