import { describe, expect, test } from 'vitest';
import { ALARM_IDS } from '#platform/rules/alarms.ts';
import { pictureUrl } from './help-tab.tsx';
import { HANDBOOK, readPage, searchHandbook } from './handbook.ts';

const found = (words: string) => searchHandbook(words).map(({ page, id }) => `${page}/${id}`);

test('every alarm has its section, with what to press, and nothing else is among them', () => {
  const alarms = HANDBOOK.find(({ name }) => name === 'alarms');
  expect(alarms?.sections.map(({ id }) => id)).toEqual(ALARM_IDS);
  for (const { markdown } of alarms?.sections ?? []) expect(markdown).toMatch(/^1\. /m);
});

test('every page in docs/handbook is shown, with a title, an opening and sections of their own', () => {
  const files = Object.keys(import.meta.glob('/docs/handbook/*.md'));
  const shown = HANDBOOK.map(({ name }) => `/docs/handbook/${name}.md`);
  expect(shown.toSorted()).toEqual(files.toSorted());
  for (const { title, opening, sections } of HANDBOOK) {
    expect(title).not.toBe('');
    expect(opening).not.toBe('');
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    for (const { markdown } of sections) expect(markdown).not.toBe('');
  }
});

test('every picture of the handbook is there, and says in words what it shows', () => {
  const texts = HANDBOOK.flatMap(({ opening, sections }) => [
    opening,
    ...sections.map(({ markdown }) => markdown),
  ]);
  const pictures = texts.flatMap((text) => [...text.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)]);
  expect(pictures.length).toBeGreaterThan(3);
  for (const [, words = '', file = ''] of pictures) {
    expect(words.length).toBeGreaterThan(10);
    expect(pictureUrl(file)).toMatch(/\.webp/);
  }
});

describe('searching', () => {
  test.each([
    ['lost phone', 'a-new-driver/a-phone-is-lost'],
    ['refnd fails', 'a-refund/if-a-refund-fails'],
    ['disputes', 'a-refund/a-customer-disputes-a-payment'],
    ['backup', 'alarms/backup_old'],
    ['who drives', 'a-new-driver/who-drives-what'],
  ])('“%s” finds %s first', (words, section) => {
    expect(found(words)[0]).toBe(section);
  });

  test('what is nowhere finds nothing', () => {
    expect(found('helicopter')).toEqual([]);
    expect(found('')).toEqual([]);
  });
});

test('a page is cut at its headings', () => {
  const page = readPage('a', '# Title\n\nOpening.\n\n## One, two!\n\nText\n\n## Three\n');
  expect(page).toMatchObject({ title: 'Title', opening: 'Opening.' });
  expect(page.sections.map(({ id, markdown }) => [id, markdown])).toEqual([
    ['one-two', 'Text'],
    ['three', ''],
  ]);
});
