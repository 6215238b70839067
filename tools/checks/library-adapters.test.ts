/** Holds docs/engineering/library-adapters.md to the code: what it lists is there, and what is not listed is not done. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.dirname(path.dirname(import.meta.dirname));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Row = { library: string; version: string; file: string; contract: string };

const rows: Row[] = read('docs/engineering/library-adapters.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| library'))
  .map((line) => {
    const [library = '', version = '', , file = '', contract = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { library, version, file, contract };
  });

/** Signs of a reach into what is not ours. */
const PRIVATE_PATTERNS = [/\b_private_/, /[\w)\]]\._[a-z]/, /\.prototype\b/, /\{ _[a-z]\w*:/];
const DEEP_IMPORT = /(?:from|import\() ?'([^'#.][^']*\/(?:dist|lib|esm|cjs|src|build)\/[^']*)'/g;
/** Named like this in the libraries' own documentation. */
const DOCUMENTED = ['ajv/dist/2020.js', 'pdfjs-dist/legacy/build/pdf.mjs'];

const sources = globSync('{areas,platform,app,tools,quality}/**/*.{ts,tsx,mjs}', {
  cwd: root,
}).filter((file) => !/\.test\.tsx?$/.test(file));

test('the table has rows', () => {
  expect(rows.length).toBeGreaterThan(5);
});

test.each(rows)('$library in $file: its version, its file and its contract test agree', (row) => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies[row.library]).toBe(row.version);
  expect(read(row.file)).toContain(`${row.library} ${row.version}`);
  expect(read(row.contract)).toContain(`contract with ${row.library}`);
});

test('nothing else reaches into the private parts of a library', () => {
  const listed = new Set(rows.map(({ file }) => file));
  const others = sources.filter((file) => !listed.has(file));
  const found = others.flatMap((file) => {
    const text = read(file);
    const deep = [...text.matchAll(DEEP_IMPORT)].map(([, name = '']) => name);
    const isReaching = PRIVATE_PATTERNS.some((pattern) => pattern.test(text));
    const isDeep = deep.some((name) => !DOCUMENTED.includes(name));
    return isReaching || isDeep ? [file] : [];
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
