import { describe, expect, test } from 'vitest';
import { defaultBusiness } from './facts.ts';
import { nearestSuburb } from '#areas/business/rules/nearest-suburb.ts';

const { suburbs } = defaultBusiness;

test.each([
  ['cleaveland', 'Cleveland'],
  ['Clevland 4163', 'Cleveland'],
  ['capalba', 'Capalaba'],
  ['Alexander Hills', 'Alexandra Hills'],
  ['thornland', 'Thornlands'],
  ['Thorneside', 'Thorneside'],
  ['Welington Point', 'Wellington Point'],
  ['victoriapoint', 'Victoria Point'],
  ['Birkdael', 'Birkdale'],
])('%s was probably meant to be %s', (text, name) => {
  expect(nearestSuburb(text, suburbs)?.name).toBe(name);
});

describe('nothing is near', () => {
  test.each(['Ipswich', 'Brisbane', 'Point Lookout', '', '4000', 'Manly'])('%s', (text) => {
    expect(nearestSuburb(text, suburbs)).toBeUndefined();
  });
});
