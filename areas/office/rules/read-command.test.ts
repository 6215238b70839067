import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCommand } from './search.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';

/** A Monday. */
const TODAY = '2026-11-30';
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const facts: Parameters<typeof readCommand>[2] = {
  deliveryWindows: [
    { timeSlot: '11:00-13:00', label: null, weekdays: everyDay },
    { timeSlot: '16:00-18:00', label: null, weekdays: [1, 2, 3, 4, 5] },
  ],
};
const WED = '2026-12-02';
const LUNCH = '11:00-13:00';
const ARVO = '16:00-18:00';

const said = (text: string) => {
  const command = readCommand(text, TODAY, facts);
  return command && [command.act, command.date, command.windows.join(' '), command.about];
};

test.each([
  ['close wednesday arvo', 'close', WED, ARVO, ''],
  ['Close Wed 4pm', 'close', WED, ARVO, ''],
  ['close wed 4-6', 'close', WED, ARVO, ''],
  ['close wed 11am to 1pm', 'close', WED, LUNCH, ''],
  ['close 2/12', 'close', WED, '', ''],
  ['close 2 dec lunch', 'close', WED, LUNCH, ''],
  ['close 2nd of december', 'close', WED, '', ''],
  ['close dec 2nd 16:00', 'close', WED, ARVO, ''],
  ['open tomorrow morning', 'open', '2026-12-01', LUNCH, ''],
  ['close next wed dinner', 'close', '2026-12-09', ARVO, ''],
  ['close today 11', 'close', TODAY, LUNCH, ''],
  ['close sat arvo', 'close', '2026-12-05', '', 'arvo'],
  ['close wed 9am', 'close', WED, '', '9am'],
  ['close 31/2', 'close', null, '', '31 2'],
  ['close 28/11', 'close', '2026-11-28', '', ''],
  ['refund RT–LTD8–L5PF', 'refund', null, '', 'rtltd8l5pf'],
  ['move peter nguyen', 'move', null, '', 'peter nguyen'],
  ['message thu 11am', 'message', '2026-12-03', LUNCH, ''],
  ['print tomorrow', 'print', '2026-12-01', '', ''],
  ['print labels wed', 'labels', WED, '', ''],
  ['run out salmon', 'run_out', null, '', 'salmon'],
  ['ran out of teriyaki salmon wed', 'run_out', WED, '', 'teriyaki salmon'],
  ['new meal', 'new_meal', null, '', ''],
  ['phone order', 'phone_order', null, '', ''],
  ['hand over dan', 'hand_over', null, '', 'dan'],
  ['count rice', 'count', null, '', 'rice'],
  ['close', 'close', null, '', ''],
])('“%s”', (text, ...expected) => {
  expect(said(text)).toEqual(expected);
});

test.each(['', ' ', 'closet', 'peter', 'wed 11', 'printer'])('“%s” asks for nothing', (text) => {
  expect(said(text)).toBeNull();
});

test('a window that the kitchen named is known by its name, and no other time is made up for it', () => {
  const own: typeof facts = {
    deliveryWindows: [{ timeSlot: '07:00-09:00', label: 'Breakfast', weekdays: [3] }],
  };
  const command = (text: string) => readCommand(text, TODAY, own);
  expect(command('close wed breakfast')).toMatchObject({ date: WED, windows: ['07:00-09:00'] });
  expect(command('close wed arvo')).toMatchObject({ windows: [], about: 'arvo' });
});

const WORDS =
  'close open refund next today tomorrow wed fri 2 30 31 dec feb 31/2 29/2 4pm 11 25pm arvo 2026-02-30 99/99 to – ’';
const sometimesWords = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...WORDS.split(' ')),
);

test('whatever is typed: no failure, no day that is not there or was not said, no window that the kitchen has not', () => {
  fc.assert(
    fc.property(fc.array(sometimesWords, { maxLength: 7 }), (words) => {
      const text = words.join(' ');
      const command = readCommand(text, TODAY, facts);
      if (!command) return;
      for (const window of command.windows) expect([LUNCH, ARVO]).toContain(window);
      if (command.date === null) return;
      expect(isPlainDate(command.date)).toBe(true);
      expect(text.normalize('NFKC').toLowerCase()).toMatch(
        /today|tonight|tom|sun|mon|tue|wed|thu|fri|sat|\d/,
      );
    }),
    { seed: 1, numRuns: 2000 },
  );
});
