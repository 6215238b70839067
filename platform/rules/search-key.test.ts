import { expect, test } from 'vitest';
import { isFoundBy, searchKey, searchRank } from '#platform/rules/search-key.ts';

test.each([
  ['RT–7K3F-9q2x', 'rt7k3f9q2x'],
  ["O'Brien", 'obrien'],
  ['O’Brien, Mía', 'obrien mia'],
  ['+61 412 345 678', '0412345678'],
  ['0061412345678', '0412345678'],
  ['061 412-345-678', '0412345678'],
  ['61412345678', '0412345678'],
  ['+61 (0)412 345 678', '0412345678'],
  ['0412 345 678', '0412345678'],
  ['+61 412', '0412'],
  ['61 Bay St', '61 bay st'],
  ['Crème Brûlée', 'creme brulee'],
])('%s is looked for as %s', (text, key) => {
  expect(searchKey(text)).toBe(key);
});

test.each([
  ['O’Brien', 'obrien|o brien|OBRIEN|O’Brien|brien'],
  ['Ann O Brien', 'obrien|o brien|ann o brien|O´Brien'],
  ["O'Rourke", 'orourke|rourke'],
  ['RT-7K3F-9Q2X', 'RT–7K3F–9Q2X|rt7k3f|7k3f-9q|9q2x'],
  ['+61413555111', '+61413|0413 555 111|413555|61413555111'],
])('%s is found in each spelling', (text, queries) => {
  for (const query of queries.split('|'))
    expect([query, isFoundBy(query, text)]).toEqual([query, true]);
});

test.each([
  ['ri', "O'Brien"],
  ['noah', 'Mia'],
  ['mia noah', 'Mia'],
  ['0499', '+61412345678'],
])('%s is not in %s', (query, text) => {
  expect(isFoundBy(query, text)).toBe(false);
});

test('a whole word fits better than a beginning, and that better than a part; the worst of the words counts', () => {
  const texts = ['Boiled egg', 'Eggplant bake', 'Veggie pie', 'Lentil pie'];
  expect(texts.map((text) => searchRank('EGG', text))).toEqual([3, 2, 1, 0]);
  expect(texts.map((text) => searchRank('pie egg', text))).toEqual([0, 0, 1, 0]);
  expect(searchRank('lentil pi', 'Pie', 'lentil')).toBe(2);
});

test('nothing to look for finds all', () => {
  expect(isFoundBy(' ,', 'Mia')).toBe(true);
});
