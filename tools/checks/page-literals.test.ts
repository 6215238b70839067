/**
 * What public pages say is in the catalogue of texts, where a kitchen may write its own. What else is written into them
 * stands here, with why.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSourceWords } from './check-words.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Pages on which people do something: what they say depends on that, and on what the till does with it. */
const PAGES_TO_USE = [
  'areas/calculator/web/site/',
  'areas/checkout/web/site/',
  'areas/customers/web/site/',
  'areas/menu/web/site/',
  'areas/order-book/web/site/',
  'areas/orders/web/site/',
];

/** How a kitchen cooks and what it promises, what it serves, its prices and its hours: the till's pages do not say it either. */
const OF_A_KITCHEN =
  /\b(?:local(?:ly)?|chefs?|fresh(?:ly)?|home-?made|seasonal|organic|healthy|delicious|every week|lunch(?:es)?|dinners?|redlands?|queensland)\b|\$\d|\b\d{1,2}(?::\d\d)? ?[ap]m\b/i;
/** An answer to what someone has just done, and words of the page that have another meaning. */
const MEANS_ANOTHER = [
  ': these will not stay fresh in the fridge until the day you eat them.',
  'late lunches kept',
];

const ALLOWED: Record<string, readonly string[]> = {
  'fixed by the specification': [
    'Adding you to the list...',
    'Something went wrong. Please try again.',
    'Welcome to the waitlist!',
    'We’ll notify you as soon as we launch in your area.',
    'Failed to join waitlist. Please try again.',
    'We’ll notify you when we start delivering to your area.',
    '· free delivery on your first order',
  ],
  'the label of a control, or the question beside it': [
    'Do we deliver to you?',
    'Do we deliver to your suburb?',
    'How we handle your data',
    'Stop all emails from our waitlist? You don’t need to give a reason.',
    'Stop all emails to',
    '? You don’t need to sign in or give a reason.',
    'Send news about menus and offers to',
    'Yes, send me news',
  ],
  'an answer to what someone has just done': [
    'If you were on the list before, our email asks you to confirm that you want news.',
    'What you typed is still here.',
    'Thank you, you’re on the list.',
    'We already deliver to',
    'We won’t email you again at',
    'To hear from us later, join the waitlist again and tick the box for news. We’ll email you a link to confirm it.',
    'You’ll get our news',
    'We’ll send news about menus and offers to',
    'This link has expired',
    'It works for seven days. To get our news after that, or if part of the link is missing, join the waitlist again and tick the box.',
    'We don’t deliver to',
    'yet. Leave your email and we’ll tell you when we do.',
    'We couldn’t load this page',
    'Check your connection and reload. Nothing you’ve chosen is lost.',
  ],
  'what the till or the software does, from facts': [
    'Join the list: your first order is delivered free',
    'Your first order is delivered free.',
    'We only use these details to tell you when we deliver to you.',
    'at most: no meal on the menu costs more',
    'on average across the menu',
    'for the cheapest meals',
    'It applies to an order of any size; later orders pay for delivery as above.',
    'Free delivery on your first order*',
    'Daily or weekly, as you choose.',
    'You can unsubscribe at any time, by the link in each email.',
  ],
};

const allowed = new Set(Object.values(ALLOWED).flat());
/** Classes and sizes of pictures. */
const UNREAD = /[:[\]]\S|\drem\b|\dvw|\brounded\b/;
const WORDS = /\p{L}[\p{L}’'-]*/gu;

/** For more words than `most`. */
function literals(file: string, most = 3): string[] {
  return readSourceWords(file, readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .sentences.map(({ text }) => text.replaceAll("'", '’'))
    .filter((text) => (text.match(WORDS)?.length ?? 0) > most && !UNREAD.test(text));
}

const files = globSync('areas/*/web/site/**/*.{ts,tsx}', { cwd: project }).filter(
  (file) => !/\.test\./.test(file),
);
const found = files
  .filter((file) => PAGES_TO_USE.every((folder) => !file.startsWith(folder)))
  .flatMap((file) => literals(file).map((text) => ({ file, text })));

test('no page to read has a sentence of its own besides the catalogue and this list', () => {
  expect(found.filter(({ text }) => !allowed.has(text))).toEqual([]);
});

test('the list names nothing that is not there', () => {
  const there = new Set(found.map(({ text }) => text));
  expect([...allowed].filter((text) => !there.has(text))).toEqual([]);
  for (const folder of PAGES_TO_USE)
    expect(
      files.some((file) => file.startsWith(folder)),
      folder,
    ).toBe(true);
});

test('no page to use says how one kitchen cooks, what it serves, and when', () => {
  const said = files
    .filter((file) => PAGES_TO_USE.some((folder) => file.startsWith(folder)))
    .flatMap((file) => literals(file, 1).map((text) => ({ file, text })))
    .filter(({ text }) => OF_A_KITCHEN.test(text));
  expect(said.filter(({ text }) => !MEANS_ANOTHER.includes(text))).toEqual([]);
  expect(MEANS_ANOTHER.filter((each) => said.every(({ text }) => text !== each))).toEqual([]);
  expect(OF_A_KITCHEN.test('Cooked locally, delivered by 5pm')).toBe(true);
});

test('a sentence that is written into a page is found', () => {
  const source = 'export const A = () => <p>We bake our own bread daily</p>;';
  const { sentences } = readSourceWords('a.tsx', source);
  expect(sentences.map(({ text }) => text)).toEqual(['We bake our own bread daily']);
});

/** In a page. */
const AS_CHILD = /(?<![=$])\{(?!\.\.\.)[\w.]*mealType\}/i;
/** In a text; not in a query. */
const IN_TEXT = /(?<!\bsql(?:<\w+>)?)`[^`]*\$\{[\w.?]*mealType\}[^`]*`/gi;

/** Where a type of meal is printed as the wire has it. A key is made of values alone. */
function printedTypes(source: string): string[] {
  const isSaid = (text: string) => /\p{L}{2}|, /u.test(text.replaceAll(/\$\{.*?\}/g, ''));
  return [
    ...source.split('\n').filter((line) => AS_CHILD.test(line)),
    ...(source.match(IN_TEXT) ?? []).filter(isSaid),
  ];
}

test('pages, messages and printouts call a service what the kitchen calls it, not by its name on the wire', () => {
  const everywhere = globSync('{areas,app}/**/*.{ts,tsx}', { cwd: project }).filter(
    (file) => !/\.test\./.test(file),
  );
  const printed = everywhere.flatMap((file) =>
    printedTypes(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).map((text) => ({
      file,
      text,
    })),
  );
  expect(printed).toEqual([]);
  for (const source of [
    '<li>{name}, {item.mealType}</li>',
    'title={`No ${cell.mealType} on the menu`}',
    '`${name} (${date}, ${mealType})`',
  ])
    expect(printedTypes(source), source).toHaveLength(1);
  for (const source of [
    '<Cell type={mealType} key={`${date} ${mealType}`} />',
    '({ mealType }) => 1',
  ])
    expect(printedTypes(source), source).toEqual([]);
});
