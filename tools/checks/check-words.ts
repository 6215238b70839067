/** Fails on words that docs/glossary.md forbids, and on a name that two files export. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Glossary, readGlossary, type WrongWord } from './glossary.ts';
import { type Found, readSourceWords, type SourceWords } from './source-words.ts';

const SOURCES = '{app,areas,platform,quality,sandbox,tools}/**/*.{ts,tsx,mjs,js}';
/** Whose strings people read; those of tests only say what is tested. */
const IS_READ = /^(app|areas|platform|tools)\/.*(?<!\.test)\.\w+$/;

type Source = SourceWords & { file: string };

/** One line per finding: `server/gone.ts:12 countDrops: drop → delivery`. */
export function findWrongWords(root: string): string[] {
  const glossary = readGlossary(readFileSync(path.join(root, 'docs', 'glossary.md'), 'utf8'));
  const sources = globSync(SOURCES, { cwd: root })
    .toSorted()
    .map((file): Source => {
      const source = readFileSync(path.join(root, file), 'utf8');
      return { file, ...readSourceWords(file, source) };
    });
  return [
    ...sources.flatMap((source) => [
      ...checkNames(source, glossary),
      ...(IS_READ.test(source.file) ? checkSentences(source, glossary) : []),
    ]),
    ...findSharedNames(sources),
  ];
}

function checkNames({ file, names }: Source, { inName, staying }: Glossary): string[] {
  const [stem = ''] = path.basename(file).split('.');
  const all = [{ text: stem, line: 1, isKey: true }, ...names];
  const lines = all
    .filter(({ text, isKey }) => !(isKey && staying.has(text)))
    .flatMap((name) => inName(name.text).map((wrong) => describe(file, name, wrong)));
  return [...new Set(lines)];
}

function checkSentences({ file, sentences }: Source, { inText }: Glossary): string[] {
  return sentences.flatMap(({ text, line }) =>
    inText(text).map((wrong) => describe(file, { text: `"${text}"`, line }, wrong)),
  );
}

function describe(file: string, { text, line }: Found, { word, better }: WrongWord): string {
  return `${file}:${line} ${text}: ${word} → ${better}`;
}

/** A name means one thing. Only a call shares its name with the function in server/ that answers it. */
function findSharedNames(sources: readonly Source[]): string[] {
  const all = sources.flatMap(({ file, exported }) =>
    [...new Map(exported.map((found) => [found.text, found])).values()].map((found) => ({
      file,
      ...found,
    })),
  );
  return [...Map.groupBy(all, ({ text }) => text)].flatMap(([name, shared]) => {
    const tiers = shared
      .map(({ file }) => /\/(calls|rules|server|web)\//.exec(file)?.[1])
      .toSorted();
    if (shared.length === 1 || tiers.join() === 'calls,server') return [];
    const [first, ...others] = shared.map(({ file, line }) => `${file}:${line}`);
    return `${first} ${name}: also exported by ${others.join(' and ')}`;
  });
}

if (import.meta.main) {
  const wrong = findWrongWords(path.dirname(path.dirname(import.meta.dirname)));
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log('Names and sentences use the words of docs/glossary.md.');
}
