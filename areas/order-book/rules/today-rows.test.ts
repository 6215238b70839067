import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canWait,
  countByPage,
  factsOf,
  type FoundRow,
  sortRows,
  subjectOf,
  TODAY_LEVELS,
  type TodayKind,
} from './today-rows.ts';

const KINDS: Record<string, TodayKind> = Object.fromEntries(
  TODAY_LEVELS.flatMap((level, index) =>
    ['a', 'b'].map((name) => [
      `${level}_${name}`,
      { level, page: `page ${index % 4}`, many: 'rows', right: 'seeDeliveries' },
    ]),
  ),
);

const aRow = (change: Partial<FoundRow> = {}): FoundRow => ({
  kind: 'money_a',
  id: 1,
  title: 'A row',
  detail: [],
  link: '/admin',
  action: 'Look',
  ...change,
});

const instant = fc.option(fc.integer({ min: 0, max: 9 }));
const subject = fc.integer({ min: 1, max: 6 }).map((id) => `subject:${id}`);
const found = fc.array(
  fc
    .record(
      {
        kind: fc.constantFrom(...Object.keys(KINDS)),
        id: fc.integer({ min: 1, max: 9 }),
        since: instant,
        dueAt: instant,
        subject,
        covers: subject,
      },
      { requiredKeys: ['kind', 'id', 'since', 'dueAt'] },
    )
    .map((row) => aRow(row)),
);

describe('of whatever the areas find', () => {
  test('the number is that of the rows, the pages’ numbers add up to it, and no subject stands twice', () => {
    fc.assert(
      fc.property(found, (all) => {
        const rows = sortRows(all, KINDS);
        const sum = Object.values(countByPage(rows)).reduce((total, count) => total + count, 0);
        expect(sum).toBe(rows.length);
        expect(new Set(rows.map(subjectOf)).size).toBe(rows.length);
        const settledWith = new Set(rows.flatMap(({ covers }) => covers ?? []));
        expect(rows.filter((row) => settledWith.has(subjectOf(row)))).toEqual([]);
      }),
      { seed: 31 },
    );
  });

  test('the sequence is by level, then by when it is due, then by how long it stands', () => {
    fc.assert(
      fc.property(found, (all) => {
        const places = sortRows(all, KINDS).map(({ level, dueAt, since }) => [
          TODAY_LEVELS.indexOf(level),
          dueAt ?? 99,
          since ?? 99,
        ]);
        expect(places).toEqual(
          places.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!),
        );
      }),
      { seed: 31 },
    );
  });

  test('every subject keeps the first of its highest level', () => {
    fc.assert(
      fc.property(found, (all) => {
        const plain = all.map((row) => ({ ...row, covers: undefined }));
        for (const row of sortRows(plain, KINDS)) {
          const theirs = plain.filter(
            (one) => (one.subject ?? `${one.kind}:${one.id}`) === subjectOf(row),
          );
          const levels = theirs.map(({ kind }) => TODAY_LEVELS.indexOf(KINDS[kind]!.level));
          expect(TODAY_LEVELS.indexOf(row.level)).toBe(Math.min(...levels));
        }
      }),
      { seed: 31 },
    );
  });
});

test('an order that waits because of a hold is settled with it, and any other is a row of its own', () => {
  const hold = aRow({ kind: 'hurt_a', covers: 'food of order:7' });
  const because = aRow({ kind: 'answer_a', subject: 'food of order:7' });
  const other = aRow({ kind: 'answer_a', id: 8 });
  const keys = sortRows([other, because, hold], KINDS).map(({ key }) => key);
  expect(keys).toEqual(['hurt_a:1', 'answer_a:8']);
  expect(sortRows([because], KINDS)).toHaveLength(1);
});

test('a kind that the role may not see is in no row', () => {
  expect(sortRows([aRow({ kind: 'money_a' })], {})).toEqual([]);
});

test('nobody in danger or hungry waits', () => {
  expect(TODAY_LEVELS.filter(canWait)).toEqual(['answer', 'money', 'checks', 'shop']);
});

test('what a row says changes with its words, its number and its time, and not with the clock', () => {
  const facts = (change: Partial<FoundRow>) => factsOf(sortRows([aRow(change)], KINDS)[0]!);
  expect(facts({ measured: '3 minutes late' })).toBe(facts({ measured: '4 minutes late' }));
  const changes = [{ title: 'Another' }, { detail: ['more'] }, { about: 2 }, { dueAt: 5 }];
  expect(new Set([{}, ...changes].map(facts)).size).toBe(5);
});
