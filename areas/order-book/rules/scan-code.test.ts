import { describe, expect, test } from 'vitest';
import {
  bagMark,
  type CodedPortion,
  judgeDriveScan,
  judgeScan,
  portionCheck,
  portionMark,
  readScanCode,
  type ScannedBag,
} from './scan-code.ts';

const ORIGIN = 'https://kitchen.example';

const aPortion = (change: Partial<CodedPortion> = {}): CodedPortion => ({
  id: 12,
  mealId: 3,
  mealDate: '2026-01-13',
  personName: 'Mia',
  allergens: [],
  avoid: [],
  deliveryId: 7,
  date: '2026-01-13',
  window: '11:00-13:00',
  ...change,
});

const labelOf = (portion: CodedPortion) => `${ORIGIN}/menu/chicken-bowl${portionMark(portion)}`;

type Person = ScannedBag['people'][number];

const aPerson = (portion: CodedPortion, change: Partial<Person> = {}): Person => ({
  name: portion.personName,
  allergens: portion.allergens,
  avoid: portion.avoid,
  checkedBy: null,
  items: [
    {
      id: portion.id,
      key: `${portion.deliveryId === 8 ? 14 : 1} ${portion.personName} 9Q2X`,
      check: portionCheck(portion),
      mealName: 'Chicken bowl',
      state: 'open',
    },
  ],
  ...change,
});

const aBag = (change: Partial<ScannedBag> = {}): ScannedBag => ({
  id: 7,
  key: '1 Mia 9Q2X',
  stop: 1,
  window: '11:00-13:00',
  status: 'planned',
  people: [aPerson(aPortion())],
  ...change,
});

const withState = (state: 'ticked' | 'missing') =>
  aBag({
    people: [
      aPerson(aPortion(), {
        items: aPerson(aPortion()).items.map((item) => ({ ...item, state })),
      }),
    ],
  });

/** In the window before noon, with the first of these bags open. */
const scan = (text: string, bags: readonly ScannedBag[] = [aBag()], open = bags[0] ?? null) =>
  judgeScan(readScanCode(text, ORIGIN), { open, window: '11:00-13:00', bags });

const otherStop = aPortion({ id: 13, deliveryId: 8, personName: 'Priya' });
const stop14 = aBag({ id: 8, stop: 14, people: [aPerson(otherStop)] });

describe('a scanned portion', () => {
  test('of the open bag goes into it, one that was missing too', () => {
    expect(scan(labelOf(aPortion()))).toMatchObject({ kind: 'right', itemId: 12 });
    expect(scan(labelOf(aPortion()), [withState('missing')])).toMatchObject({ kind: 'right' });
  });

  test('that is in it already says so', () => {
    expect(scan(labelOf(aPortion()), [withState('ticked')])).toMatchObject({ kind: 'already' });
  });

  test('of another stop is put aside, and its bag can be opened', () => {
    expect(scan(labelOf(otherStop), [aBag(), stop14])).toEqual({
      kind: 'other_stop',
      bag: stop14,
      text: '14 Priya 9Q2X: put it aside',
    });
  });

  test('of the other window names it', () => {
    const evening = aPortion({ id: 14, deliveryId: 9, window: '16:00-18:00' });
    const bag = aBag({ id: 9, stop: 2, window: '16:00-18:00', people: [aPerson(evening)] });
    expect(scan(labelOf(evening), [aBag(), bag])).toEqual({
      kind: 'other_stop',
      bag: null,
      text: '1 Mia 9Q2X of 4pm-6pm: put it aside',
    });
  });

  test('is told from an equal meal of another person in the same bag', () => {
    const hers = aPortion();
    const his = aPortion({ id: 15, personName: 'Raj' });
    const bag = aBag({ people: [aPerson(hers), aPerson(his)] });
    expect(scan(labelOf(hers), [bag])).toMatchObject({ kind: 'right', itemId: 12 });
    expect(scan(labelOf(his), [bag])).toMatchObject({ kind: 'right', itemId: 15 });
  });

  test('of another day, or of a cancelled delivery, is of no bag', () => {
    expect(scan(labelOf(otherStop))).toMatchObject({ kind: 'old', itemId: null });
  });

  test.each<[string, Partial<CodedPortion>]>([
    ['another meal', { mealId: 4 }],
    ['another day', { date: '2026-01-14' }],
    ['another day to eat it', { mealDate: '2026-01-14' }],
    ['another window', { window: '16:00-18:00' }],
    ['another delivery', { deliveryId: 70 }],
    ['another person', { personName: 'Raj' }],
    ['allergens that were not known then', { allergens: ['peanut'] }],
  ])('that has become one of %s is recognised as old', (_what, change) => {
    expect(scan(labelOf(aPortion(change)))).toMatchObject({ kind: 'old', itemId: 12 });
  });

  test('never goes into a bag whose allergies nobody has looked at, nor into a packed one', () => {
    const portion = aPortion({ allergens: ['peanut'] });
    const bag = aBag({ people: [aPerson(portion)] });
    expect(scan(labelOf(portion), [bag])).toEqual({
      kind: 'not_now',
      text: 'Check Mia’s allergies first.',
    });
    const checked = aBag({ people: [aPerson(portion, { checkedBy: 'Ana' })] });
    expect(scan(labelOf(portion), [checked])).toMatchObject({ kind: 'right' });
    expect(scan(labelOf(aPortion()), [aBag({ status: 'packed' })])).toMatchObject({
      kind: 'not_now',
    });
  });
});

describe('a scanned bag', () => {
  test('opens', () => {
    expect(scan(`${ORIGIN}/drive/stop/8${bagMark(2)}`, [aBag(), stop14])).toMatchObject({
      kind: 'bag',
      bag: { stop: 14 },
    });
    expect(readScanCode(`${ORIGIN}/drive/stop/8${bagMark(2)}`, ORIGIN)).toEqual({
      kind: 'bag',
      deliveryId: 8,
      bag: 2,
    });
  });

  test('of another day or of a cancelled delivery says so', () => {
    expect(scan(`${ORIGIN}/drive/stop/99#b1`)).toMatchObject({ kind: 'old', itemId: null });
  });
});

test.each([
  ['another host', `https://elsewhere.example/menu/chicken-bowl${portionMark(aPortion())}`],
  ['a host that only begins like ours', `${ORIGIN}.evil.example/menu/x${portionMark(aPortion())}`],
  ['the bare link of a meal', `${ORIGIN}/menu/chicken-bowl`],
  ['the bare link of a stop', `${ORIGIN}/drive/stop/7`],
  ['a mark without a check', `${ORIGIN}/menu/chicken-bowl#i12`],
  ['a bottle of milk', '9310055536333'],
  ['nothing', ''],
])('%s is none of our labels', (_what, text) => {
  expect(scan(text)).toEqual({ kind: 'foreign', text: 'Not one of our labels' });
});

describe('a driver', () => {
  const stops = [{ id: 7 }, { id: 8 }];
  const drive = (text: string) => judgeDriveScan(readScanCode(text, ORIGIN), stops);

  test('opens a stop by any of its bags', () => {
    for (const bag of [1, 2])
      expect(drive(`${ORIGIN}/drive/stop/8${bagMark(bag)}`)).toEqual({ stop: { id: 8 } });
  });

  test('is told of a bag of another day or a cancelled one, a meal, and a foreign code', () => {
    expect(drive(`${ORIGIN}/drive/stop/9#b1`)).toMatchObject({
      stop: null,
      text: expect.stringContaining('another day, or cancelled'),
    });
    expect(drive(labelOf(aPortion()))).toMatchObject({
      stop: null,
      text: expect.stringContaining('label on the bag'),
    });
    expect(drive('https://elsewhere.example/drive/stop/8#b1')).toMatchObject({
      text: 'Not one of our labels.',
    });
  });
});
