/** What we rely on in `typescript/unstable`. After an upgrade of TypeScript that changes it, this fails first. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStripeSchemas, type StripeType } from './stripe-schema.ts';

/** Every way of declaring a field that the `stripe` package uses. */
const DECLARATIONS = `
type OtherString = string & Record<never, never>;
declare const brand: unique symbol;
export interface Decimal { plus(other: Decimal): Decimal; [brand]: true }
export interface Charge { id: string }
export interface Customer { id: string }
export interface Thing {
  id: string;
  object: 'thing';
  amount: number;
  paid: boolean;
  note: string | null;
  kind: 'card' | 'link' | OtherString;
  parts: Array<Thing.Part>;
  metadata: { [name: string]: string };
  customer: string | Customer;
  latest_charge: string | Charge;
  rate: Decimal;
  details: Thing.Details;
  parent?: Thing;
  deleted?: void;
}
export declare namespace Thing {
  interface Part { count: number }
  interface Details {}
}
export interface ThingCreateParams {
  amount: number;
  name?: string;
  metadata?: '' | { [name: string]: string };
  parts?: Array<{ count: number }>;
}
`;

const EXAMPLE = {
  id: 'th_1',
  object: 'thing',
  amount: 44.97,
  paid: true,
  note: null,
  kind: 'card',
  parts: [{ count: 1 }],
  metadata: { checkout_id: '1' },
  customer: 'cus_1',
  latest_charge: { id: 'ch_1' },
  rate: '0.10',
  details: { anything: 1 },
};

const REPLY: StripeType = { resource: 'Things', name: 'Thing', kind: 'reply' };
const REQUEST: StripeType = { resource: 'Things', name: 'ThingCreateParams', kind: 'request' };

let folder: string;
let checkReply: ValidateFunction;
let checkRequest: ValidateFunction;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mealrun-types-'));
  await mkdir(path.join(folder, 'resources'));
  await writeFile(path.join(folder, 'resources', 'Things.d.ts'), DECLARATIONS);
  const [reply, request] = readStripeSchemas([REPLY, REQUEST], folder);
  const ajv = new Ajv({ strict: false, allErrors: true });
  checkReply = ajv.compile(reply ?? false);
  checkRequest = ajv.compile(request ?? false);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Empty: the value is of the type. Read from JSON, where what is undefined is missing. */
function complaints(check: ValidateFunction, value: object): string {
  return check(JSON.parse(JSON.stringify(value))) ? '' : new Ajv().errorsText(check.errors);
}

describe('an answer', () => {
  test('of the declared type is accepted, with or without its optional fields', () => {
    expect(complaints(checkReply, EXAMPLE)).toBe('');
    expect(complaints(checkReply, { ...EXAMPLE, parent: { ...EXAMPLE, id: 'th_2' } })).toBe('');
  });

  test.each([
    ['text for a number', { amount: '44.97' }, /amount must be number/],
    ['text for yes or no', { paid: 'true' }, /paid must be boolean/],
    ['null where the type has none', { id: null }, /id must be string/],
    ['a number where text or null is declared', { note: 1 }, /note must match/],
    ['another constant', { object: 'other' }, /object must be equal to/],
    ['a word that the type does not list', { kind: 'cash' }, /kind must be equal to/],
    ['a fault in a list', { parts: [{ count: '1' }] }, /parts\/0\/count must be number/],
    ['a fault in a map', { metadata: { checkout_id: 1 } }, /metadata\/checkout_id must be string/],
    [
      'an object that we do not ask for instead of its id',
      { customer: { id: 'cus_1' } },
      /customer/,
    ],
    ['a fault in an object that we ask for', { latest_charge: { id: 1 } }, /latest_charge\/id/],
    ['a number for an exact decimal', { rate: 0.1 }, /rate must be string/],
    ['a field that is never there', { deleted: true }, /deleted must NOT be valid/],
    ['a field that the type does not have', { surprise: 1 }, /additional properties/],
    ['a missing field', { amount: undefined }, /required property 'amount'/],
    ['a fault further down', { parent: { ...EXAMPLE, paid: 1 } }, /parent\/paid must be boolean/],
  ])('with %s is reported', (_what, fault, complaint) => {
    expect(complaints(checkReply, { ...EXAMPLE, ...fault })).toMatch(complaint);
  });
});

describe('a request', () => {
  test('may leave out what is optional, and be empty where the type says so', () => {
    expect(complaints(checkRequest, { amount: 1 })).toBe('');
    expect(complaints(checkRequest, { amount: 1, metadata: '', parts: [{ count: 1 }] })).toBe('');
  });

  test.each([
    ['a fraction', { amount: 44.97 }, /amount must be integer/],
    ['empty text', { amount: 1, name: '' }, /name must NOT have fewer than 1/],
    ['an unknown parameter', { amount: 1, amuont: 1 }, /additional properties/],
    [
      'an unknown parameter further down',
      { amount: 1, parts: [{ count: 1, size: 1 }] },
      /parts\/0/,
    ],
    ['a missing parameter', {}, /required property 'amount'/],
  ])('with %s is reported', (_what, request, complaint) => {
    expect(complaints(checkRequest, request)).toMatch(complaint);
  });
});

test('a type that the package does not declare is an error, not an empty schema', () => {
  expect(() => readStripeSchemas([{ ...REPLY, name: 'Nothing' }], folder)).toThrow('Nothing');
});
