/** Values that a schema accepts, so that a request reaches the code behind the validation. */
import fc from 'fast-check';
import type { Json, JsonSchema } from './json-schema.ts';

/** Values the app itself has shown, by field name: existing ids, open days. */
export type KnownValues = ReadonlyMap<string, readonly Json[]>;

/** `name` is the field's: known values for it are used more often than not. */
export function validValue(schema: JsonSchema, known: KnownValues, name = ''): fc.Arbitrary<Json> {
  const seen = known.get(name) ?? [];
  const made = validForSchema(schema, known, name);
  if (seen.length === 0 || schema.properties || schema.items) return made;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...seen) },
    { weight: 1, arbitrary: made },
  );
}

function validForSchema(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<Json> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => validValue(choice, known, name)));
  const [type] = [schema.type].flat();
  if (type === 'object') return validObject(schema, known);
  if (type === 'array') {
    const { items = {}, minItems: minLength = 0, maxItems = 4 } = schema;
    const maxLength = Math.max(minLength, Math.min(maxItems, 4));
    return fc.array(validValue(items, known, name), { minLength, maxLength });
  }
  if (type === 'string') return validText(schema);
  if (type === 'integer') return validInteger(schema);
  if (type === 'number') return fc.constantFrom(0, 0.5, 30.97, 1, 100);
  if (type === 'boolean') return fc.boolean();
  return fc.constantFrom<Json>(null, {}, 'x', 1);
}

function validObject(schema: JsonSchema, known: KnownValues): fc.Arbitrary<Json> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, validValue(field, known, name)]),
  );
  const requiredKeys = required.filter((name) => name in fields);
  return fc.record(fields, { requiredKeys, noNullPrototype: true });
}

function validText({ pattern, minLength = 0, maxLength = 80 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.min(maxLength, 300);
  return fc.oneof(
    fc.string({
      unit: 'grapheme',
      minLength,
      maxLength: Math.max(minLength, Math.min(longest, 20)),
    }),
    fc.constantFrom(minLength, longest).map((length) => 'x'.repeat(length)),
  );
}

function validInteger(schema: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1, -2_147_483_648);
  const max = Math.min(schema.maximum ?? 2_147_483_647, 2_147_483_647);
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max: Math.min(max, min + 50) }));
}
