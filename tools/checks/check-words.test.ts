import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findWrongWords } from './check-words.ts';

const GLOSSARY = `
| word | means | not |
|---|---|---|
| delivery | what comes to a door | parcel, \`drop\`, \`drops\` in code |
| email | what a person receives | \`e-mail\`; \`mail\` except \`mail server\` |
| \`require…\` | guards a request | \`demand…\` in code |
| attempt | one go | \`…try\` in code; \`tries\` in text |

## Names that stay

| name | why it stays |
|---|---|
| \`drops\`, \`mail\` | columns |
| \`by registered mail\` | the spec's words |
`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'mealrun-words-'));
  write('docs/glossary.md', GLOSSARY);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

test.each([
  ['a function', 'export function listDrops() {}', 'listDrops: drops → delivery'],
  ['a constant', 'const LAST_DROP = 1;', 'LAST_DROP: drop → delivery'],
  ['a type', 'type EmptyDrop = string;', 'EmptyDrop: drop → delivery'],
  ['a class', 'class DropList {}', 'DropList: drop → delivery'],
  ['a parameter', 'export const a = (drop: string) => drop;', 'drop: drop → delivery'],
  ['a parameter by default', 'function a(drop = 1) {}', 'drop: drop → delivery'],
  ['a method', 'const a = { byDrop() {} };', 'byDrop: drop → delivery'],
  ['a property', 'const a = { lastDrop: 1 };', 'lastDrop: drop → delivery'],
  ['a property of a type', 'type A = { lastDrop: number };', 'lastDrop: drop → delivery'],
  ['a variable from a pattern', 'const { a: drop } = b;', 'drop: drop → delivery'],
  ['the rest of a pattern', 'const [a, ...drops] = b;', 'drops: drops → delivery'],
  ['a caught error', 'try {} catch (drop) {}', 'drop: drop → delivery'],
  ['an import by another name', "import { a as drop } from './a.ts';", 'drop: drop → delivery'],
  ['a variable named as what stays', 'const drops = 1;', 'drops: drops → delivery'],
  ['the first of several words', 'const demandAccess = 1;', 'demandAccess: demand → require…'],
  ['not the first word', 'const nextTry = 1;', 'nextTry: try → attempt'],
])('%s is found', (_what, source, finding) => {
  write('quality/chaos/orders.ts', `\n${source}`);
  expect(findWrongWords(root)).toEqual([`quality/chaos/orders.ts:2 ${finding}`]);
});

test.each([
  ['a comment without its subject', '/** Of the order, those that are paid. */', 'Of'],
  ['a line without its subject', '// Of the order, those that are paid.', 'Of'],
  ['a comment that does not say who', '/** Tells whoever asks. */', 'whoever'],
])('%s is found', (_what, source, wrong) => {
  write('areas/orders/server/orders.ts', `\n${source}`);
  expect(findWrongWords(root)).toEqual([
    `areas/orders/server/orders.ts:2 ${wrong} → what or who it is`,
  ]);
});

test.each([
  ['a string', "const a = 'An E-mail for you';", '"An E-mail for you": e-mail → email'],
  ['a template', 'const a = `a mail to ${b}`;', '"a mail to …": mail → email'],
  ['text between tags', 'const a = <p>\n  Mail\n</p>;', '"Mail": mail → email'],
  ['an attribute', 'const a = <a title="no mail yet" />;', '"no mail yet": mail → email'],
  ['an error', "throw new Error('too many tries');", '"too many tries": tries → attempt'],
])('%s is found', (_what, source, finding) => {
  write('app/web/page.tsx', `\n${source}`);
  expect(findWrongWords(root)).toEqual([`app/web/page.tsx:2 ${finding}`]);
});

test('a file is found', () => {
  write('app/server/list-drops.ts', '');
  write('app/server/demand-access.test.ts', '');
  expect(findWrongWords(root)).toEqual([
    'app/server/demand-access.test.ts:1 demand-access: demand → require…',
    'app/server/list-drops.ts:1 list-drops: drops → delivery',
  ]);
});

test.each([
  ['what stays, as a property', 'type A = { drops: 1 }; const { drops } = a; a({ mail: 1 });'],
  ['what somebody else named', "import { drop } from 'package'; a.drop(); b.demandAccess = 1;"],
  ['an exception', "const mailServer = 'the mail server answers';"],
  ['a word of its own', "const mailer = 'door drop-off by a Mailer'; const tryAgain = 1;"],
  ['the word alone', 'const demand = 1;'],
  ['the spec', "const a = 'It comes By registered mail.';"],
  ['code for names only', "const a = 'please drop it';"],
  ['SQL', 'const a = sql`drop mail from tries`;'],
  ['a list of columns', "const a = 'order_id mail tries';"],
  ['a class name', 'const a = <p className="mt-2 mail" />;'],
  ['a string without a space', "const a = 'mail';"],
])('%s is left alone', (_what, source) => {
  write('app/web/page.tsx', source);
  expect(findWrongWords(root)).toEqual([]);
});

test('what tests and tools of the suite say is left alone', () => {
  write('app/server/a.test.ts', "test('sends mail', () => {});");
  write('quality/chaos/a.ts', "const a = 'sends mail';");
  expect(findWrongWords(root)).toEqual([]);
});

test('a name at the top of a file that says no noun is found, within a function it is not', () => {
  write(
    'app/server/a.ts',
    'type Row = string;\nexport function keyOf(row: Row) {\n  const read = row;\n  return read;\n}',
  );
  expect(findWrongWords(root)).toEqual([
    'app/server/a.ts:1 Row → a name that says its noun',
    'app/server/a.ts:2 keyOf → a name that says its noun',
  ]);
});

test('a name that two files export is found', () => {
  write('app/web/a.ts', 'export function place() {}');
  write('app/web/b.ts', '\nexport const place = 1;');
  write('app/web/c.ts', 'function place() {}');
  expect(findWrongWords(root)).toEqual(['app/web/a.ts:1 place: also exported by app/web/b.ts:2']);
});

test.each([
  ['a constant and its type', { 'app/web/a.ts': 'export const A = 1; export type A = number;' }],
  [
    'a call and what answers it',
    {
      'areas/menu/calls/a.ts': 'export const place = 1;',
      'app/server/a.ts': 'export function place() {}',
    },
  ],
])('%s may share a name', (_what, files: Record<string, string>) => {
  for (const [file, source] of Object.entries(files)) write(file, source);
  expect(findWrongWords(root)).toEqual([]);
});

test('a call and what answers it share their name with nothing else', () => {
  write('areas/menu/calls/a.ts', 'export const place = 1;');
  write('app/server/a.ts', 'export function place() {}');
  write('app/web/a.ts', 'export function place() {}');
  expect(findWrongWords(root)).toHaveLength(1);
});

function write(name: string, text: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
