/** Requests to every call of the app, from correct to broken in every way we know. */
import fc from 'fast-check';
import { METHODS, type Operation } from './api-description.ts';
import { validValue, type KnownValues } from './valid-values.ts';
import { hostileBytes, hostileText, hostileValue } from './hostile-values.ts';
import type { Json } from './json-schema.ts';
import { mutated } from './mutated-values.ts';

export type HostileRequest = {
  /** The request's subject, even when its method or path differs. */
  operation: Operation;
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
  as: 'visitor' | 'staff';
  /** The connection ends in the middle of the body. */
  isCutShort: boolean;
};

/** Requests that were sent and accepted: `POST /api/quote` -> their bodies. */
export type KnownBodies = ReadonlyMap<string, readonly Json[]>;

export type Known = { values: KnownValues; bodies: KnownBodies };

/** The name under which ids for a path are known. */
export function idsBelow(path: string): string {
  return `${path}/{id}`;
}

export function hostileRequests(
  operations: Operation[],
  known: Known,
): fc.Arbitrary<HostileRequest> {
  return fc.oneof(...operations.map((operation) => hostileRequest(operation, known)));
}

function hostileRequest(operation: Operation, known: Known): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      method: mostly(12, operation.method, fc.constantFrom(...METHODS)),
      path: pathFor(operation, known.values),
      query: queryFor(operation, known.values),
      headers: hostileHeaders,
      contentType: contentTypes,
      body: bodyFor(operation, known),
      as: fc.constantFrom('visitor', 'staff', 'staff'),
      isCutShort: mostly(40, false, fc.constant(true)),
    })
    .map(({ path, query, contentType, headers, ...rest }) => ({
      ...rest,
      operation,
      target: path + query,
      headers: { ...headers, ...(rest.body && contentType && { 'content-type': contentType }) },
    }));
}

function mostly<T>(weight: number, usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}

function pathFor({ path, parameters }: Operation, known: KnownValues): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
  const parts = names.map((name) => {
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
    const below = idsBelow(path.slice(0, path.indexOf(`/{${name}}`)));
    const knownAs = known.get(below)?.length ? below : name;
    return fc.oneof(
      { weight: 6, arbitrary: validValue(schema ?? {}, known, knownAs).map(wireText) },
      { weight: 1, arbitrary: hostileText.map(wireText) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('%zz', '%', '%ff%fe', '..%2f..', '%00', '1;a=b', '1%0d%0aa:b'),
      },
    );
  });
  return fc
    .tuple(...parts)
    .map((values) =>
      names.reduce((url, name, at) => url.replace(`{${name}}`, () => values[at] ?? ''), path),
    );
}

function queryFor({ parameters }: Operation, known: KnownValues): fc.Arbitrary<string> {
  const described = parameters.filter((each) => each.in === 'query');
  const pairs = described.map(({ name, schema }) =>
    fc.option(
      fc
        .oneof(
          { weight: 3, arbitrary: validValue(schema, known, name).map(wireText) },
          { weight: 1, arbitrary: hostileText.map(wireText) },
        )
        .map((value) => `${name}=${value}`),
      { nil: '', freq: 2 },
    ),
  );
  const extra = mostly(
    5,
    '',
    fc.constantFrom(
      '__proto__[a]=1',
      'a[b]=c',
      '&&=&=',
      '%zz=%',
      'version=1&version=2',
      'limit[]=1',
      'x=%00',
    ),
  );
  return fc.tuple(...pairs, extra).map((parts) => {
    const query = parts.filter((part) => part !== '').join('&');
    return query === '' ? '' : `?${query}`;
  });
}

/** A value as part of a URL; what has no UTF-8 form is sent as raw bytes. */
function wireText(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const short = text.slice(0, 4000);
  return short.isWellFormed() ? encodeURIComponent(short) : '%ED%A0%80';
}

function bodyFor({ method, path, body }: Operation, known: Known): fc.Arbitrary<Buffer | null> {
  const sent = known.bodies.get(`${method} ${path}`) ?? [];
  const sound = [
    ...(body ? [validValue(body, known.values)] : []),
    ...(sent.length > 0 ? [fc.constantFrom(...sent)] : []),
  ];
  const nothing = { weight: 1, arbitrary: fc.constant(null) };
  const broken = { weight: 1, arbitrary: fc.oneof(hostileBytes, hostileValue.map(asJson)) };
  if (sound.length === 0) return fc.oneof({ ...nothing, weight: 4 }, broken);
  const whole = fc.oneof(...sound);
  return fc.oneof(
    { weight: 4, arbitrary: whole.map(asJson) },
    { weight: 10, arbitrary: mutated(whole).map(asJson) },
    {
      weight: 2,
      arbitrary: fc.tuple(whole, fc.nat(200)).map(([value, end]) => asJson(value).subarray(0, end)),
    },
    { ...broken, weight: 3 },
    nothing,
  );
}

/** Lone surrogates are sent as escapes, so they arrive unchanged. */
function asJson(value: Json): Buffer {
  return Buffer.from(JSON.stringify(value));
}

const contentTypes = mostly<string | null>(
  8,
  'application/json',
  fc.constantFrom(
    null,
    '',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    'text/html',
    'image/png',
    'application/jsonx',
    ';;;',
    'a'.repeat(2000),
  ),
);

const hostileHeaders: fc.Arbitrary<Record<string, string>> = mostly(
  6,
  {},
  fc.constantFrom<Record<string, string>>(
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { referer: 'not an address' },
    { host: 'evil.example' },
    { host: '[' },
    { host: 'a b' },
    { 'x-forwarded-for': 'not an address, 1.2.3.4' },
    { 'x-forwarded-for': '::ffff:999.1.1.1' },
    { 'x-forwarded-host': '[[[' },
    { 'x-forwarded-proto': 'javascript' },
    { 'user-agent': '\u00e9'.repeat(3000) },
    { 'accept-encoding': 'br;q=0, gzip;q=abc, *' },
    { 'accept-language': '*'.repeat(1000) },
    { accept: 'image/avif' },
    { 'if-none-match': '"'.repeat(1000) },
    { range: 'bytes=0-0,2-3,-1' },
    { expect: '100-continue' },
    { 'content-encoding': 'gzip' },
    { cookie: '%E0%A4%A=%; __Host-x==;;;' },
    { cookie: 'mealrun.session_token=a.b; better-auth.session_token=%00.%00' },
    { 'stripe-signature': 't=1,v1=00' },
    { 'last-event-id': '\u00ff' },
    { 'x-http-method-override': 'DELETE' },
    { authorization: 'Bearer __proto__' },
  ),
);
