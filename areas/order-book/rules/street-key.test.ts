import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareStops } from '#areas/order-book/rules/delivery-round.ts';
import { streetKey } from '#areas/order-book/rules/street-key.ts';

const ofStreet = (line1: string, line2 = '') => {
  const { street, type, suffix, from, character, unit } = streetKey(line1, line2);
  return [street, type, suffix, from, character, unit].join('|');
};

test.each([
  ['12 Shore Street West', '', 'shore|st|w|12||'],
  ['Unit 4, 12a Shore Street West', '', 'shore|st|w|12|a|4'],
  ['4/12A Shore  St W', '', 'shore|st|w|12|a|4'],
  ['12-14 Shore Street West, Ground Floor', '', 'shore|st|w|12||'],
  ['Villa 23', '36-40 Bunker Rd', 'bunker|rd||36||23'],
  ['Villa 23 36–40 Bunker Road', '', 'bunker|rd||36||23'],
  ['23/36-40 Bunker Road', '', 'bunker|rd||36||23'],
  ['36-40 Bunker Rd', 'Villa 23', 'bunker|rd||36||23'],
  ['Lot 5 Bunker Rd', '', 'bunker|rd||0||5'],
  ['7 St James St', '', 'saint james|st||7||'],
  ['7 Saint James Street', '', 'saint james|st||7||'],
  ['3 The Esplanade', '', 'the esplanade|||3||'],
  ['3 Esplanade', '', 'esplanade|||3||'],
  ['9 Mt Cotton Rd', '', 'mount cotton|rd||9||'],
  ['12 Shore St Cleveland QLD 4163', '', 'shore|st||12||'],
  ['No. 12 West St', '', 'west|st||12||'],
  ['U3', '12 Shore St', 'shore|st||12||3'],
  ['Rose Cottage', '', 'rose cottage|||0||'],
  ['', '', '|||0||'],
])('%s / %s stands at %s', (line1, line2, key) => {
  expect(ofStreet(line1, line2)).toBe(key);
});

type Written<A> = A extends fc.Arbitrary<infer T> ? T : never;

const NAMES = ['Shore', 'St James', 'Grand View', 'O’Connell', 'Bay', 'North'];
const TYPES = [
  ['Street', 'St', 'St.', 'street'],
  ['Road', 'Rd', 'RD'],
  ['Crescent', 'Cres', 'Cr'],
  ['Terrace', 'Tce'],
  ['Parade', 'Pde'],
] as const;
const UNIT_WORDS = ['Unit', 'U', 'Apt', 'Villa', 'Shop', 'unit', 'Apartment'];

test('one address has one key, however it is written on its lines', () => {
  const address = fc.record({
    name: fc.constantFrom(...NAMES),
    type: fc.constantFrom(...TYPES),
    suffix: fc.constantFrom(['', ''], [' West', ' W']),
    number: fc.integer({ min: 1, max: 400 }),
    character: fc.constantFrom('', 'a'),
    unit: fc.integer({ min: 1, max: 99 }),
  });
  const spelling = fc.record({
    type: fc.nat(),
    suffix: fc.nat(),
    unit: fc.nat(),
    lines: fc.constantFrom('slash', 'before', 'same', 'after', 'split'),
    isLoud: fc.boolean(),
  });
  const written = (
    { name, type, suffix, number, character, unit }: Written<typeof address>,
    how: Written<typeof spelling>,
  ): [string, string] => {
    const kind = type[how.type % type.length] ?? '';
    const street = `${number}${character} ${name} ${kind}${suffix[how.suffix % 2] ?? ''}`;
    const place = how.isLoud ? street.toUpperCase() : street;
    const own = `${UNIT_WORDS[how.unit % UNIT_WORDS.length]} ${unit}`;
    switch (how.lines) {
      case 'slash':
        return [`${unit}/${place}`, ''];
      case 'before':
        return [`${own}, ${place}`, ''];
      case 'same':
        return [`${own} ${place}`, ''];
      case 'after':
        return [place, own];
      case 'split':
        return [own, place];
    }
  };
  fc.assert(
    fc.property(address, spelling, spelling, (one, first, second) => {
      expect(streetKey(...written(one, first))).toEqual(streetKey(...written(one, second)));
    }),
  );
});

test('along a street its numbers follow each other, however it is written', () => {
  const lines = [
    ['12 Shore St', ''],
    ['Villa 23', '36-40 Bunker Rd'],
    ['16 Shore Street', ''],
    ['10 Shore Street', ''],
    ['34 Bunker Road', ''],
    ['14 Shore St', ''],
    ['42 Bunker Rd', ''],
    ['2/12 Shore Street', ''],
  ] as const;
  const stops = lines.map(([addressLine1, addressLine2], index) => ({
    suburb: 'Cleveland',
    addressLine1,
    addressLine2,
    orderNumber: String(index),
  }));
  expect(stops.toSorted(compareStops).map((stop) => stop.addressLine1)).toEqual([
    '34 Bunker Road',
    'Villa 23',
    '42 Bunker Rd',
    '10 Shore Street',
    '12 Shore St',
    '2/12 Shore Street',
    '14 Shore St',
    '16 Shore Street',
  ]);
});
