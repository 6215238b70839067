/** Another kitchen says where and when it cooks in its settings: no other source file may say it for them. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Where we are: not even in comments. */
const PLACES = /redland|brisbane|queensland|\bqld\b/i;
/** Addresses, and when we deliver and close: comments may give examples. */
const DETAILS =
  /cleveland|\b4163\b|5550 0164|\b(?:tues|sun)days?\b|\b11(?::00)?[- ]?(?:am|pm)?-1pm\b|\b4-?(?:pm)?-?6pm\b|\b11:00-13:00\b|\b16:00-18:00\b/i;

/** Who may, and why. */
const EXCEPTIONS: Record<string, RegExp> = {
  // The default facts.
  'areas/business/rules/fact-table.ts': /./,
  // Its driver's round.
  'areas/order-book/rules/delivery-round.ts': /^ {2}'[A-Z]/,
  // Every state's abbreviation, and every weekday's name.
  'areas/business/rules/australia.ts': /^ {2}QLD: /,
  'platform/rules/plain-date.ts': /'(?:Tues|Sun)day'/,
  // Every weekday's name, of words in people's notes.
  'areas/needs/rules/food-notes/note-people.ts': /mon tue wed thu fri sat sun monday tuesday/,
  // Another name of a food.
  'areas/needs/rules/food-notes/allergen-phrases.ts': /queensland nut/,
  // A roast, wherever it is eaten.
  'areas/menu/server/samples/sample-menu.json': /tastes like Sunday/,
};

/** Parts of tests that are not tests themselves. */
const OF_TESTS =
  /\.test\.|^quality\/|\/test-|-under-test\.|^platform\/web\/testing\/|^tools\/checks\/place-words/;

function sourceFiles(): string[] {
  return (
    ['areas', 'platform', 'app', 'sandbox', 'tools']
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,css,html,mjs}`, { cwd: project }))
      // Shown in the portal, under Help; and the menu with which every kitchen begins.
      .concat(
        globSync(['docs/handbook/**/*.md', 'areas/menu/server/samples/*.json'], { cwd: project }),
      )
      .filter((file) => !OF_TESTS.test(file))
  );
}

/** Line for line the same, with empty ones for comments. */
function withoutComments(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(?<=^|\s)\/\/.*$/gm, '');
}

function leftovers(file: string, source: string): string[] {
  const code = withoutComments(source).split('\n');
  return source.split('\n').flatMap((line, index) => {
    const isLeftOver = PLACES.test(line) || DETAILS.test(code[index] ?? '');
    const isAllowed = EXCEPTIONS[file]?.test(line) ?? false;
    return isLeftOver && !isAllowed ? [`${file}:${index + 1} ${line.trim()}`] : [];
  });
}

test('only the default facts say where and when we deliver', () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(900);
  const found = files.flatMap((file) =>
    leftovers(file, readFileSync(`${project}/${file}`, 'utf8')),
  );
  expect(found).toEqual([]);
});

test('a place in a string or comment is found, an address or a time only in code', () => {
  const find = (source: string) => leftovers('web/page.tsx', source);
  expect(find('// around Brisbane')).toHaveLength(1);
  expect(find("const area = 'the Redlands';")).toHaveLength(1);
  expect(find("state: 'QLD',")).toHaveLength(1);
  expect(find('<p>Our week starts on Tuesday.</p>')).toHaveLength(1);
  expect(find("const first = '11:00-13:00';")).toHaveLength(1);
  expect(find('Meals come 11am-1pm.')).toHaveLength(1);
  expect(find('/** "Tue 13 Jan, 11am-1pm" or Tuesday. */\nconst link = 1;')).toEqual([]);
});

test('an exception covers its own words only', () => {
  expect(leftovers('platform/rules/plain-date.ts', "  'Sunday',")).toEqual([]);
  expect(leftovers('platform/rules/plain-date.ts', "const zone = 'Brisbane';")).toHaveLength(1);
});
