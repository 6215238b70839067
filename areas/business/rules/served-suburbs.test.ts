import { array, assert, boolean, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from './facts.ts';
import {
  isSameSuburb,
  namesOfSuburb,
  suburbNow,
  findServedSuburb,
  parseSuburb,
  servedSuburbsFor,
  SUBURB_MESSAGE,
} from '#areas/business/rules/served-suburbs.ts';

const SERVED = [
  ['Alexandra Hills', '4161'],
  ['Birkdale', '4159'],
  ['Capalaba', '4157'],
  ['Cleveland', '4163'],
  ['Mount Cotton', '4165'],
  ['Ormiston', '4160'],
  ['Redland Bay', '4165'],
  ['Sheldon', '4157'],
  ['Thornlands', '4164'],
  ['Thorneside', '4158'],
  ['Victoria Point', '4165'],
  ['Wellington Point', '4160'],
] as const;

const { suburbs } = defaultBusiness;

/** The same words with other capitals and other white space around and between them. */
const anySpelling = (text: string) =>
  array(boolean(), { minLength: text.length, maxLength: text.length })
    .map((capitals) =>
      [...text]
        .map((character, at) => (capitals[at] ? character.toUpperCase() : character.toLowerCase()))
        .join(''),
    )
    .chain((words) =>
      constantFrom(' ', '  ', '\t', '\u00A0').map(
        (space) => space + words.replaceAll(' ', space) + space,
      ),
    );

describe('the served suburbs', () => {
  test('are the twelve of the mainland Redlands', () => {
    expect(suburbs.map(({ name, postcode }) => [name, postcode])).toEqual(SERVED);
  });

  test.each(SERVED)('%s is found by name, with its postcode %s', (name, postcode) => {
    expect(findServedSuburb(name, suburbs)).toEqual({ name, postcode });
    expect(parseSuburb(name, suburbs)).toEqual({ name, postcode });
    expect(parseSuburb(`${name} ${postcode}`, suburbs)).toEqual({ name, postcode });
    expect(parseSuburb(`${name} QLD ${postcode}`, suburbs)).toEqual({ name, postcode });
    expect(parseSuburb(`${name}, Qld, ${postcode}`, suburbs)).toEqual({ name, postcode });
    expect(parseSuburb(`${name} qld`, suburbs)).toEqual({ name, postcode });
  });

  test.each(SERVED)('%s is found however it is written', (name, postcode) => {
    assert(
      property(anySpelling(name), (written) => {
        expect(findServedSuburb(written, suburbs)).toEqual({ name, postcode });
        expect(parseSuburb(`${written} ${postcode}`, suburbs)).toEqual({ name, postcode });
      }),
      { numRuns: 30 },
    );
  });

  test.each(SERVED)('%s is refused with any postcode but %s', (name, postcode) => {
    assert(
      property(integer({ min: 0, max: 9999 }), (number) => {
        const sent = String(number).padStart(4, '0');
        expect(parseSuburb(`${name} ${sent}`, suburbs) !== undefined).toBe(sent === postcode);
      }),
    );
  });
});

describe('no suburb that is served', () => {
  test.each([
    '',
    ' ',
    'Brisbane',
    'Russell Island',
    'Macleay Island',
    'Dunwich',
    'Coochiemudlo Island',
    'Redland',
    'Cleve land',
    'Clevelands',
    'Point',
    '4163',
    'QLD 4163',
    'Cleveland4163',
    'Cleveland 4165',
    'Cleveland 416',
    'Cleveland 41633',
    'Cleveland NSW 4163',
    'Cleveland 4163 4163',
  ])('"%s"', (text) => {
    expect(parseSuburb(text, suburbs)).toBeUndefined();
  });

  test('is answered with the agreed message', () => {
    expect(SUBURB_MESSAGE).toBe('Please select a valid suburb from the list');
  });
});

describe('a visitor who asks if we deliver to them', () => {
  const answer = (text: string) => servedSuburbsFor(text, suburbs).map(({ name }) => name);

  test.each([
    ['cleveland', ['Cleveland']],
    ['Thornlands 4164', ['Thornlands']],
    ['4163', ['Cleveland']],
    [' QLD 4157 ', ['Capalaba', 'Sheldon']],
    ['4165', ['Mount Cotton', 'Redland Bay', 'Victoria Point']],
    ['Mt Cotton', ['Mount Cotton']],
    ['mt. cotton', ['Mount Cotton']],
    ['Victoria Pt', ['Victoria Point']],
    ['Wellington Pt, 4160', ['Wellington Point']],
  ])('with "%s" is told of %j', (text, names) => {
    expect(answer(text)).toEqual(names);
  });

  test.each(['', '4184', 'Russell Island', 'Brisbane', '41633', 'Cleveland 4165', 'Ptolemy'])(
    'with "%s" gets a no',
    (text) => {
      expect(answer(text)).toEqual([]);
    },
  );
});

test('two names of one place are the same suburb, and an unserved one is itself', () => {
  const renamed = [{ name: 'Mt Cotton', postcode: '4165', aliases: ['Mount Cotton', 'Cotton'] }];
  expect(namesOfSuburb(' mount  COTTON', renamed)).toEqual(['Mt Cotton', 'Mount Cotton', 'Cotton']);
  expect(isSameSuburb('cotton', 'MT cotton', renamed)).toBe(true);
  expect(isSameSuburb('Ipswich ', 'ipswich', renamed)).toBe(true);
  expect(isSameSuburb('Ipswich', 'Mt Cotton', renamed)).toBe(false);
  expect(suburbNow('Mount Cotton', renamed)).toBe('Mt Cotton');
  expect(suburbNow(' East  Ipswich', renamed)).toBe('East Ipswich');
});

describe('in another state', () => {
  const hobart = [
    { name: 'Sandy Bay', postcode: '7005' },
    { name: 'Kingston', postcode: '7050' },
  ];

  test.each(['Sandy Bay TAS 7005', 'sandy bay, Tas, 7005', 'Sandy Bay TAS', 'Sandy Bay 7005'])(
    '%j is the served suburb',
    (text) => {
      expect(parseSuburb(text, hobart)).toEqual({ name: 'Sandy Bay', postcode: '7005' });
    },
  );

  test('a postcode may follow its state', () => {
    expect(servedSuburbsFor('TAS 7050', hobart)).toEqual([{ name: 'Kingston', postcode: '7050' }]);
    expect(servedSuburbsFor('QQQ 7050', hobart)).toEqual([]);
  });
});
