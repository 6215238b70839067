/**
 * Checks what the browser has kept. By hand and not with zod, which the first step of an order would wait for: it is a
 * tenth of that page's script.
 */

/** Returns what it was given, without what it does not know; throws if it is something else. */
export type Shape<Value> = (value: unknown) => Value;

function refuse(): never {
  throw new TypeError('not what we have kept');
}

export const anyText: Shape<string> = (value) => (typeof value === 'string' ? value : refuse());

export const yesOrNo: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : refuse());

export const whole: Shape<number> = (value) =>
  Number.isSafeInteger(value) ? (value as number) : refuse();

export const positive: Shape<number> = (value) => (whole(value) > 0 ? whole(value) : refuse());

export function wholeUpTo(most: number): Shape<number> {
  return (value) => (whole(value) >= 0 && whole(value) <= most ? whole(value) : refuse());
}

export function textThat(holds: (value: string) => boolean): Shape<string> {
  return (value) => (holds(anyText(value)) ? anyText(value) : refuse());
}

export function textLike<Value extends string>(
  isIt: (value: string) => value is Value,
): Shape<Value> {
  return (value) => {
    const text = anyText(value);
    return isIt(text) ? text : refuse();
  };
}

export function oneOf<const Value extends string>(values: readonly Value[]): Shape<Value> {
  return (value) => values.find((known) => known === value) ?? refuse();
}

export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value) => (value === null ? null : shape(value));
}

/** For a field that was added later. */
export function orWhenMissing<Value, Missing extends Value | undefined>(
  shape: Shape<Value>,
  missing: Missing,
): Shape<Value | Missing> {
  return (value) => (value === undefined ? missing : shape(value));
}

export function listOf<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value) => (Array.isArray(value) ? value.map((each) => shape(each)) : refuse());
}

/** The items of a list that are understood: the others were written by another release. */
export function knownOf<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value) =>
    listOf((each) => each)(value).flatMap((each) => {
      try {
        return [shape(each)];
      } catch {
        return [];
      }
    });
}

export function recordOf<Key extends string, Value>(
  key: Shape<Key>,
  shape: Shape<Value>,
): Shape<Record<Key, Value>> {
  return (value) =>
    Object.fromEntries(
      Object.entries(objectIn(value)).map(([name, each]) => [key(name), shape(each)]),
    ) as Record<Key, Value>;
}

export function fields<Fields extends Record<string, unknown>>(shapes: {
  [Name in keyof Fields]: Shape<Fields[Name]>;
}): Shape<Fields> {
  return (value) => {
    const given = objectIn(value);
    return Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => [
        name,
        (shape as Shape<unknown>)(Object.hasOwn(given, name) ? given[name] : undefined),
      ]),
    ) as Fields;
  };
}

/** The one of these that its `kind` names. */
export function kinds<Kinds extends Record<string, object>>(shapes: {
  [Kind in keyof Kinds]: Shape<Kinds[Kind]>;
}): Shape<{ [Kind in keyof Kinds]: { kind: Kind } & Kinds[Kind] }[keyof Kinds]> {
  return (value) => {
    const kind = oneOf(Object.keys(shapes))(objectIn(value)['kind']);
    return { kind, ...shapes[kind as keyof Kinds](value) } as never;
  };
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse();
}
