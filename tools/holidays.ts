/**
 * `npm run holidays`: writes the public holidays of this year and the four after it, state by state, from a library that
 * is kept up to date, with what the states' Acts say otherwise. Run it once a year, and read what it changed.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Holidays from 'date-holidays';
import { STATE_NAMES } from '#areas/business/rules/australia.ts';
import type { PublicHoliday } from '#platform/rules/public-holidays.ts';
import { runTool } from './operator/operator-tool.ts';

const YEARS = 5;
const FILE = path.join(import.meta.dirname, '../platform/rules/public-holidays.json');

/** Gazetted for one year at a time: nobody can know the next. */
const DECLARED_LATE = ['AFL Grand Final Friday'];

/** What the library leaves out, and the Act that has it. */
const ADDED: readonly (PublicHoliday & { state: string; act: string })[] = [
  {
    state: 'SA',
    date: '2027-12-25',
    name: 'Christmas Day',
    act: 'Public Holidays Act 2023 (SA), which no longer moves it',
  },
  { state: 'NT', date: '2027-12-25', name: 'Christmas Day', act: 'Public Holidays Act 1981 (NT)' },
];

await runTool(async () => {
  const first = new Date().getUTCFullYear();
  const years = Array.from({ length: YEARS }, (_, index) => first + index);
  const byState = STATE_NAMES.map((state) => [state, holidaysOf(state, years)] as const);
  // One a line, so that a year's change can be read.
  const text = byState.map(
    ([state, holidays]) =>
      `  ${JSON.stringify(state)}: [\n${holidays.map(lineOf).join(',\n')}\n  ]`,
  );
  writeFileSync(FILE, `{\n${text.join(',\n')}\n}\n`);
  console.log(`${first} to ${first + YEARS - 1}: ${FILE}`);
});

function lineOf(holiday: PublicHoliday): string {
  const fields = Object.entries(holiday).map(
    ([key, value]) => `"${key}": ${JSON.stringify(value)}`,
  );
  return `    { ${fields.join(', ')} }`;
}

type FoundDay = { date: string; name: string };

function holidaysOf(state: string, years: readonly number[]): PublicHoliday[] {
  const known = new Holidays('AU', state);
  const found: FoundDay[] = [
    ...years.flatMap((year) => known.getHolidays(year)).filter(isKnown),
    ...ADDED.filter((one) => one.state === state && years.includes(yearOf(one))),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return found.map(({ date, name }, index): PublicHoliday => {
    const [day = '', time = '00:00'] = date.split(' ');
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const fromMinute = hour * 60 + minute;
    const title = titleOf(name);
    const isAdditional = found
      .slice(0, index)
      .some((one) => titleOf(one.name) === title && yearOf(one) === yearOf({ date }));
    return {
      date: day,
      name: isAdditional ? `${title}, additional day` : title,
      ...(fromMinute > 0 && { fromMinute }),
    };
  });
}

function isKnown({ type, name }: { type: string; name: string }): boolean {
  return type === 'public' && !DECLARED_LATE.includes(name);
}

function titleOf(name: string): string {
  return name.replace(/ \(substitute day\)$/, '').replaceAll("'", '’');
}

function yearOf({ date }: { date: string }): number {
  return Number(date.slice(0, 4));
}
