import { describe, expect, test } from 'vitest';
import { readingsOf, searchTermsOf, searchTextOf } from '#areas/order-book/rules/order-search.ts';

const text = searchTextOf({
  number: 'RT-7K3F-9Q2X',
  firstName: 'Mia',
  lastName: 'Nguyễn-O’Đowd',
  email: 'Mia.N+food@Example.com',
  phone: '+61412345678',
  address: {
    line1: '12 Shore Street West',
    line2: 'Unit 3',
    suburb: { name: 'Wellington Point', postcode: '4160' },
  },
});

function finds(query: string): boolean {
  return searchTermsOf(query).every((word) => text.includes(word));
}

describe('an order is found by', () => {
  test.each([
    'mia',
    'MIA',
    'Nguyễn',
    'nguyen',
    'guye',
    'mia nguyen',
    "Nguyen-O'Dowd, Mia",
    'nguyen-o’đowd',
    '  mia   nguyễn ',
    'mia.n+food@example.com',
    '@EXAMPLE',
    '0412 345 678',
    '0412345678',
    '+61 412 345 678',
    '+61412345678',
    '61 412 345 678',
    '061 412 345 678',
    '+61 (0)412 345 678',
    '0412-345-678',
    '(0412) 345',
    '345 678',
    '5678',
    'RT-7K3F-9Q2X',
    'rt7k3f9q2x',
    'rt 7k3f',
    '9q2x',
    '7K3F-9Q',
    'wellington',
    'Wellington Point 4160',
    'point, wellington',
    '4160',
    '12 shore st',
    'unit 3, 12 shore street',
    'mia wellington',
    'WELLINGTON mía',
    'shore nguyễn 0412 345',
    'mia +61 412 345 678',
    'mia +61 (0)412',
    'mia rt-7k3f-9q2x',
  ])('%s', (query) => {
    expect(finds(query)).toBe(true);
  });
});

describe('an order is not found by', () => {
  test.each(['noah', '0499', 'example.com0412', '678 61', 'rt-7k3f-9q2y', '%', '_', 'mia%'])(
    '%s',
    (query) => {
      expect(finds(query)).toBe(false);
    },
  );

  test.each(['mia cleveland', 'noah wellington', 'mia 0499', '3west', 'mia 4163'])(
    '%s, of which one word is nowhere',
    (query) => {
      expect(finds(query)).toBe(false);
    },
  );
});

test('a query reads with each name of a suburb that it names whole', () => {
  const renamed = [{ name: 'Mt Cotton', postcode: '4165', aliases: ['Mount Cotton'] }];
  const read = (query: string) => readingsOf(query, renamed).map((one) => one.trim());
  expect(read('mia mount cotton 0412')).toEqual(['mia mount cotton 0412', 'mia mt cotton 0412']);
  expect(read('Mt. Cotton')).toEqual(['Mt. Cotton', 'mount cotton']);
  expect(read('mount cottonwood')).toEqual(['mount cottonwood']);
});

test('nothing to search for gives no terms', () => {
  expect(searchTermsOf('')).toEqual([]);
  expect(searchTermsOf(' , ')).toEqual([]);
});
