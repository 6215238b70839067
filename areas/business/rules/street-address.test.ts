import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from './facts.ts';
import {
  ADDRESS_MESSAGE,
  isStreetAddressLine,
  joinAddress,
  parseAddress,
} from '#areas/business/rules/street-address.ts';

const { suburbs } = defaultBusiness;
const CLEVELAND = { name: 'Cleveland', postcode: '4163' };

describe('address line 1', () => {
  test.each([
    ['five characters', '1 A B', true],
    ['four characters', '1 AB', false],
    ['five characters with spaces around', '  1 A B  ', true],
    ['four characters with spaces around', '   1 AB   ', false],
    ['nothing', '', false],
    ['spaces only', '        ', false],
    ['other white space only', '\t\n\u00A0\u3000\u2003', false],
    ['a usual address', '12 Shore Street West', true],
    ['an address with a comma', 'Unit 3, 12 Shore St', true],
    ['an address of another script', '海岸街12号', true],
  ])('of %s ("%s") is accepted: %s', (_what, line, accepted) => {
    expect(isStreetAddressLine(line)).toBe(accepted);
  });

  test('needs five characters after trimming', () => {
    const anyLine = string({ unit: constantFrom(' ', '\t', '1', 'a', 'ß', '街'), maxLength: 10 });
    assert(
      property(anyLine, (line) => {
        expect(isStreetAddressLine(line)).toBe(line.trim().length >= 5);
      }),
      { numRuns: 1000 },
    );
  });

  test('is asked for with the agreed message', () => {
    expect(ADDRESS_MESSAGE).toBe('Please enter your street address');
  });
});

describe('an address on the wire', () => {
  test.each([
    ['12 Shore St', '', 'Cleveland', '12 Shore St, Cleveland'],
    ['12 Shore St', 'Unit 3', 'Cleveland', '12 Shore St, Unit 3, Cleveland'],
    ['  12 Shore St ', '   ', ' Cleveland ', '12 Shore St, Cleveland'],
    [
      'Unit 3, 12 Shore St',
      'Blue gate',
      'Redland Bay',
      'Unit 3, 12 Shore St, Blue gate, Redland Bay',
    ],
  ])('of "%s", "%s" and "%s" is "%s"', (line1, line2, suburb, joined) => {
    expect(joinAddress({ line1, line2, suburb })).toBe(joined);
  });

  test.each([
    ['12 Shore St, Cleveland', '12 Shore St', ''],
    ['12 Shore St, Unit 3, Cleveland', '12 Shore St', 'Unit 3'],
    ['12 Shore St, Cleveland 4163', '12 Shore St', ''],
    ['12 Shore St, Cleveland QLD 4163', '12 Shore St', ''],
    ['12 Shore St , Unit 3 ,cleveland', '12 Shore St', 'Unit 3'],
    ['12 Shore St, , Cleveland', '12 Shore St', ''],
    ['12 Shore St, Rear unit, Blue gate, Cleveland', '12 Shore St', 'Rear unit, Blue gate'],
    ['12 Capalaba Rd, Capalaba, Cleveland', '12 Capalaba Rd', 'Capalaba'],
    ['No 4, Shore Street, Cleveland', 'No 4, Shore Street', ''],
  ])('"%s" is read as "%s", "%s" and Cleveland', (address, line1, line2) => {
    expect(parseAddress(address, suburbs)).toEqual({
      address: { line1, line2, suburb: CLEVELAND },
    });
  });

  test.each([
    ['', 'suburb'],
    ['12 Shore St', 'suburb'],
    ['12 Shore St Cleveland', 'suburb'],
    ['Cleveland, 12 Shore St', 'suburb'],
    ['12 Shore St, Brisbane', 'suburb'],
    ['12 Shore St, Russell Island', 'suburb'],
    ['12 Shore St, Cleveland 4000', 'suburb'],
    ['Cleveland', 'line1'],
    [', Cleveland', 'line1'],
    ['1 AB, Cleveland', 'line1'],
    ['  1 AB  , Cleveland', 'line1'],
  ])('"%s" is refused for its %s', (address, problem) => {
    expect(parseAddress(address, suburbs)).toEqual({ problem });
  });
});

describe('joining and reading an address', () => {
  const alphabet = "abcXYZ 0123456789/-'.é街";
  const anyText = string({ unit: constantFrom(...alphabet), minLength: 0, maxLength: 30 });
  const anyLine1 = anyText.filter((line) => line.trim().length >= 5);
  const withCommas = array(anyText, { maxLength: 4 }).map((parts) => parts.join(','));
  const anySuburb = constantFrom(...suburbs);

  test('gives back both lines and the suburb when there is no comma in them', () => {
    assert(
      property(anyLine1, anyText, anySuburb, (line1, line2, suburb) => {
        expect(parseAddress(joinAddress({ line1, line2, suburb: suburb.name }), suburbs)).toEqual({
          address: { line1: line1.trim(), line2: line2.trim(), suburb },
        });
      }),
      { numRuns: 500 },
    );
  });

  test('keeps every word, in its order, when there are commas', () => {
    const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '');
    assert(
      property(
        anyLine1,
        withCommas,
        oneof(withCommas, anyText),
        anySuburb,
        (start, more, line2, suburb) => {
          const line1 = `${start},${more}`;
          const parsed = parseAddress(joinAddress({ line1, line2, suburb: suburb.name }), suburbs);
          if ('problem' in parsed) throw new Error(`refused for its ${parsed.problem}`);
          const { address } = parsed;
          expect(address.suburb).toEqual(suburb);
          expect(isStreetAddressLine(address.line1)).toBe(true);
          expect(words(`${address.line1} ${address.line2}`)).toEqual(words(`${line1} ${line2}`));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('comes to rest: what was read is joined to what is read alike', () => {
    assert(
      property(withCommas, withCommas, anySuburb, (line1, line2, suburb) => {
        const parsed = parseAddress(joinAddress({ line1, line2, suburb: suburb.name }), suburbs);
        if ('problem' in parsed) return;
        const again = joinAddress({ ...parsed.address, suburb: parsed.address.suburb.name });
        expect(parseAddress(again, suburbs)).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });

  test.each(['Lot 7,', 'No 4,', ', , , 1'])(
    'is possible for line 1 "%s" exactly when the wizard accepts it',
    (line1) => {
      const parsed = parseAddress(joinAddress({ line1, line2: '', suburb: 'Cleveland' }), suburbs);
      expect('address' in parsed).toBe(isStreetAddressLine(line1));
    },
  );
});

test('an address that says the name a suburb had before goes to what it is called now, without its old names', () => {
  const renamed = [{ name: 'Mt Cotton', postcode: '4165', aliases: ['Mount Cotton'] }];
  const suburb = { name: 'Mt Cotton', postcode: '4165' };
  for (const was of ['Mount Cotton', 'mount  cotton QLD 4165', 'Mt Cotton'])
    expect(parseAddress(`12 Shore Street, ${was}`, renamed)).toEqual({
      address: { line1: '12 Shore Street', line2: '', suburb },
    });
  expect(parseAddress('12 Shore Street, Mount Cotton 4163', renamed)).toEqual({
    problem: 'suburb',
  });
});
