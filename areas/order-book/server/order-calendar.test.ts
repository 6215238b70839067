import { describe, expect, test } from 'vitest';
import { type CalendarEvent, writeCalendar } from './order-calendar.ts';

const EVENT: CalendarEvent = {
  uid: 'RT-7K3F-9Q2X-2026-01-13-11@meals.example',
  sequence: 2,
  date: '2026-01-13',
  startMinute: 660,
  endMinute: 780,
  summary: 'Redlands Table delivery, 11am-1pm',
  description: 'Order RT-7K3F-9Q2X\nMia: Laksa; hot, sour (lunch)',
  location: '12 Shore Street West, Cleveland 4163',
  url: 'https://meals.example/track/abc',
  isCancelled: false,
};

function write(
  events: CalendarEvent[],
  { name = 'Redlands Table', timeZone = 'Australia/Brisbane' } = {},
) {
  return writeCalendar({
    name,
    timeZone,
    now: Date.parse('2026-01-07T02:00:00Z'),
    events,
  });
}

/** As a calendar reads it: folded lines joined. */
function unfold(text: string): string[] {
  return text.replaceAll('\r\n ', '').split('\r\n');
}

test('a delivery is one event in the kitchen’s time zone, which the file defines', () => {
  const lines = unfold(write([EVENT]));
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mealrun//Deliveries//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Redlands Table',
    'X-WR-CALNAME:Redlands Table',
    'BEGIN:VTIMEZONE',
    'TZID:Australia/Brisbane',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+1000',
    'TZOFFSETTO:+1000',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:RT-7K3F-9Q2X-2026-01-13-11@meals.example',
    'SEQUENCE:2',
    'DTSTAMP:20260107T020000Z',
    'DTSTART;TZID=Australia/Brisbane:20260113T110000',
    'DTEND;TZID=Australia/Brisbane:20260113T130000',
    String.raw`SUMMARY:Redlands Table delivery\, 11am-1pm`,
    'TRANSP:TRANSPARENT',
    String.raw`LOCATION:12 Shore Street West\, Cleveland 4163`,
    String.raw`DESCRIPTION:Order RT-7K3F-9Q2X\nMia: Laksa\; hot\, sour (lunch)`,
    'URL;VALUE=URI:https://meals.example/track/abc',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a cancelled delivery says so', () => {
  expect(write([{ ...EVENT, isCancelled: true }])).toContain('STATUS:CANCELLED');
});

test('the name of the calendar stays text', () => {
  const lines = unfold(write([EVENT], { name: 'Lunch, dinner; and\nX-EVIL:more' }));
  expect(lines).toContain(String.raw`X-WR-CALNAME:Lunch\, dinner\; and\nX-EVIL:more`);
  expect(lines).toHaveLength(29);
});

test('where the clocks change between two deliveries, both times are right', () => {
  const before = { ...EVENT, date: '2026-10-03' };
  const after = { ...EVENT, date: '2026-10-05' };
  const lines = unfold(write([after, before], { timeZone: 'Australia/Sydney' }));
  expect(lines.filter((line) => line.startsWith('TZOFFSETTO'))).toEqual([
    'TZOFFSETTO:+1000',
    'TZOFFSETTO:+1100',
  ]);
  expect(lines).toContain('DTSTART:20261005T000000');
});

describe('text from strangers', () => {
  test.each([
    [
      'a line break',
      'Mia\r\nATTACH:https://evil.example',
      String.raw`Mia\nATTACH:https://evil.example`,
    ],
    ['a lone carriage return', 'Mia\rBEGIN:VALARM', String.raw`Mia\nBEGIN:VALARM`],
    ['a line separator', 'Mia\u2028END:VEVENT', String.raw`Mia\nEND:VEVENT`],
    ['a backslash', String.raw`a\nb`, String.raw`a\\nb`],
    ['controls', 'a\u0000\u0007b', 'ab'],
  ])('stays text with %s', (_, summary, written) => {
    const lines = unfold(write([{ ...EVENT, summary }]));
    expect(lines).toContain(`SUMMARY:${written}`);
    expect(lines).toHaveLength(29);
  });

  test('is folded at 75 octets without cutting a character', () => {
    const summary = '素食餐 Nguyễn 👩‍🍳 김치 '.repeat(20);
    const text = write([{ ...EVENT, summary }]);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line.isWellFormed()).toBe(true);
    }
    expect(unfold(text)).toContain(`SUMMARY:${summary}`);
  });
});
