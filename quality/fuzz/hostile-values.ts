/** What an attacker or a broken program sends. */
import fc from 'fast-check';
import type { Json } from './json-schema.ts';

const LONE_SURROGATES = ['\uD800', 'a\uDFFFb', '\uDBFF\uD800'];
const NULS = ['\u0000', 'Mia\u0000', '\\u0000'];
const BREAKERS = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  "'; drop table orders; --",
  '%',
  '%00',
  '%E0%A4%A',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  'a\r\nSet-Cookie: a=b',
  '\u202Egpj.exe',
  '👩‍👩‍👧‍👦'.repeat(30),
  'null',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '1e309',
  '0x10',
  '9999999999999999999999',
  '2147483648',
  '0001-01-01',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '99999-01-01',
  '2026-01-13T25:61:61Z',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...BREAKERS) },
  { weight: 2, arbitrary: fc.constantFrom(...NULS, ...LONE_SURROGATES) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '\u0301', '9', '😀', '"'), fc.constantFrom(300, 5000, 60_000))
      .map(([unit, times]) => unit.repeat(times)),
  },
);

const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    -0,
    -1,
    0.1 + 0.2,
    2_147_483_647,
    2_147_483_648,
    -2_147_483_649,
    Number.MAX_SAFE_INTEGER + 2,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Own keys that an object should not have; only JSON.parse creates them without side effects. */
const POISONED = [
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"hasOwnProperty":1,"toString":null,"valueOf":[],"length":-1}',
  '{"then":{}}',
].map((text) => JSON.parse(text) as Json);

const hostileList: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(0, 100, 5000).map((length): Json => Array.from({ length }, () => ({}))),
  fc.constantFrom(50, 1000).map(nested),
);

export const hostileValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: hostileList },
  { weight: 1, arbitrary: fc.constantFrom(...POISONED) },
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json) },
);

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A red dot, as PNG. */
const A_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4z8AAAAMBAQCc479ZAAAAAElFTkSuQmCC',
  'base64',
);

/** Bodies that are not JSON, or barely. */
export const hostileBytes: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(
        '{',
        '{"a":1,}',
        '{"a":1}{"a":1}',
        '{"a":"\\ud800"}',
        '{"a":"\\u0000"}',
        '{"__proto__":{"a":1}}',
        '{"a":1,"a":2}',
        '[1e400]',
        'nul',
        "{'a':1}",
        '\uFEFF{"a":1}',
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        'a=1&a=2&__proto__[a]=1',
        '--x\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\n\r\n',
        '',
      )
      .map((text) => Buffer.from(text)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('[', '{"a":').map((open) => Buffer.from(open.repeat(20_000))),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.alloc(300_000, 0x20)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(A_PICTURE.length, 40).map((end) => A_PICTURE.subarray(0, end)),
  },
);
