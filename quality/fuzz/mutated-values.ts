/** A valid value with one fault somewhere in it. */
import fc from 'fast-check';
import { hostileText, hostileValue } from './hostile-values.ts';
import type { Json } from './json-schema.ts';

type Damage =
  | { kind: 'replace'; by: Json }
  | { kind: 'remove' }
  | { kind: 'add'; key: string; value: Json }
  | { kind: 'repeat'; times: number };

const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 6, arbitrary: hostileValue.map((by): Damage => ({ kind: 'replace', by })) },
  { weight: 2, arbitrary: fc.constant<Damage>({ kind: 'remove' }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(hostileText, hostileValue)
      .map(([key, value]): Damage => ({ kind: 'add', key, value })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2, 90, 900).map((times): Damage => ({ kind: 'repeat', times })),
  },
);

export function mutated(sound: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(sound, fc.nat(), damage)
    .map(([value, where, what]) => mutate(structuredClone(value), where, what));
}

function mutate(value: Json, where: number, what: Damage): Json {
  const spots = spotsIn(value);
  const spot = spots[where % spots.length];
  if (!spot) return what.kind === 'replace' ? what.by : value;
  const { parent, key } = spot;
  const old = read(parent, key);
  if (what.kind === 'remove') remove(parent, key);
  else if (what.kind === 'replace') write(parent, key, what.by);
  else if (what.kind === 'add') add(old ?? null, parent, what);
  else write(parent, key, Array.isArray(old) ? repeat(old, what.times) : [old ?? null]);
  return value;
}

type Parent = Json[] | Record<string, Json>;
type Spot = { parent: Parent; key: string };

/** Every path in a value at which another value can be put. */
function spotsIn(value: Json): Spot[] {
  if (value === null || typeof value !== 'object') return [];
  const parent: Parent = value;
  return Object.entries(value).flatMap(([key, inner]) => [{ parent, key }, ...spotsIn(inner)]);
}

function read(parent: Parent, key: string): Json | undefined {
  return Array.isArray(parent) ? parent[Number(key)] : parent[key];
}

/** Also under `__proto__`, as JSON.parse does. */
function write(parent: Parent, key: string, value: Json): void {
  Object.defineProperty(parent, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

function remove(parent: Parent, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function add(old: Json, parent: Parent, { key, value }: { key: string; value: Json }): void {
  if (Array.isArray(old)) old.push(value);
  else if (old !== null && typeof old === 'object') write(old, key, value);
  else if (!Array.isArray(parent)) write(parent, key, value);
}

function repeat(list: Json[], times: number): Json[] {
  return Array.from({ length: times }, () => list).flat();
}
