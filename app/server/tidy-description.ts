/** The generated description in the forms that other people's tools understand; it means the same. */

type Json = Record<string, unknown>;

const COMPONENT = '#/components/schemas/';

/** Leaves out components that nothing refers to. */
export function tidyDescription<T extends object>(document: T): T {
  const tidy = tidyValue(document) as T & { components: { schemas: Json } };
  const { schemas } = tidy.components;
  const used = new Set<string>();
  const { components: _, ...rest } = tidy;
  findReferences(rest, schemas, used);
  tidy.components.schemas = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => used.has(name)),
  );
  return tidy;
}

function findReferences(value: unknown, schemas: Json, used: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, child] of Object.entries(value)) {
    if (key !== '$ref' || typeof child !== 'string') findReferences(child, schemas, used);
    else if (!used.has(child.slice(COMPONENT.length))) {
      const name = child.slice(COMPONENT.length);
      used.add(name);
      findReferences(schemas[name], schemas, used);
    }
  }
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, child]) => [key, tidyValue(child)]);
  return tidySchema(Object.fromEntries(entries) as Json);
}

function tidySchema(schema: Json): Json {
  const { anyOf, type, items, propertyNames, required, additionalProperties, ...rest } = schema;
  if (Array.isArray(anyOf) && anyOf.length === 1) {
    const { anyOf: _, ...around } = schema;
    return { ...around, ...(anyOf[0] as Json) };
  }
  // A pair: `maxItems` already says that nothing follows.
  if (type === 'array' && items === false) return { ...schema, items: {} };
  // One value for each of a list of names.
  if (isSchema(propertyNames) && Array.isArray(required) && isSchema(additionalProperties)) {
    const properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
    return { ...rest, type, required, properties, additionalProperties: false };
  }
  return schema;
}

function isSchema(value: unknown): value is Json {
  return value !== null && typeof value === 'object';
}
