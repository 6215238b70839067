/** Fails on words that docs/glossary.md forbids, on a name that two files export, and on comments without a subject. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const SOURCES = '{app,areas,platform,quality,sandbox,tools}/**/*.{ts,tsx,mjs,js}';
/** Whose strings people read; those of tests only say what is tested. */
const IS_READ = /^(app|areas|platform|tools)\/.*(?<!\.test)\.\w+$/;

/** What a name at the top of a file must not be, for it says no noun: of what is this the key, the row, the text? */
const NOUNLESS = new Set(
  'Asked Found Given Kept Needs Part Row ask at describe idsOf keyOf look nameOf read save textOf'.split(
    ' ',
  ),
);
const IS_CODE = /^(app|areas|platform|sandbox|tools)\/.*(?<!\.test)\.\w+$/;

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
      ...checkComments(source),
      ...(IS_CODE.test(source.file) ? checkTopNames(source) : []),
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
    .flatMap((name) => inName(name.text).map((wrong) => describeWrong(file, name, wrong)));
  return [...new Set(lines)];
}

/** "Of the order, those that…" does not say what it is about. */
function checkComments({ file, comments }: Source): string[] {
  return comments.flatMap(({ text, line }) => {
    const [wrong] = /^[\s*]*Of\b|\bwho(?:m)?ever\b/i.exec(text) ?? [];
    if (wrong === undefined) return [];
    return `${file}:${line} ${wrong.replaceAll(/[\s*]/g, '')} → what or who it is`;
  });
}

function checkTopNames({ file, topNames }: Source): string[] {
  return topNames
    .filter(({ text }) => NOUNLESS.has(text))
    .map(({ text, line }) => `${file}:${line} ${text} → a name that says its noun`);
}

function checkSentences({ file, sentences }: Source, { inText }: Glossary): string[] {
  return sentences.flatMap(({ text, line }) =>
    inText(text).map((wrong) => describeWrong(file, { text: `"${text}"`, line }, wrong)),
  );
}

function describeWrong(
  file: string,
  { text, line }: FoundName,
  { word, better }: WrongWord,
): string {
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

/** A word, and what the glossary says instead. */
type WrongWord = { word: string; better: string };

type Glossary = {
  /** In the name of a file, function, type, variable or property. */
  inName: (name: string) => WrongWord[];
  /** In a sentence that a person reads. */
  inText: (text: string) => WrongWord[];
  /** The names of properties and files that stay as they are. */
  staying: ReadonlySet<string>;
};

type Rule = { wrong: WrongWord; inNames?: RegExp; inText?: RegExp; except: RegExp | null };

const STAYING = '## Names that stay';

function readGlossary(markdown: string): Glossary {
  const [words = '', staying = ''] = markdown.split(STAYING);
  const rules = rowsOf(words).flatMap(([word = '', , not = '']) => readRules(word, not));
  const stay = rowsOf(staying).flatMap(([names = '']) => quotedIn(names));
  const sentences = anyOf(stay.filter((name) => name.includes(' ')));
  return {
    inName: (name) => findIn(` ${wordsOf(name).join(' ')} `, rules, 'inNames'),
    inText: (text) => findIn(without(text, sentences), rules, 'inText'),
    staying: new Set(stay),
  };
}

function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').slice(1, -1));
}

/** "`a`, `b` except `a c`; `d` in text" forbids a and b everywhere, and d to those who write sentences. */
function readRules(word: string, not: string): Rule[] {
  const better = word.replaceAll('`', '').trim();
  return not.split(';').flatMap((clause) => {
    const [forbidden = '', allowed = ''] = clause.split(' except ');
    return quotedIn(forbidden).map((one) => ({
      wrong: { word: one.replace('…', ''), better },
      ...(!clause.includes(' in text') && { inNames: namePattern(one) }),
      ...(!clause.includes(' in code') && { inText: textPattern(one) }),
      except: anyOf(quotedIn(allowed)),
    }));
  });
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);
}

/** `findMeal`, `MOST_MEALS` and `find-meal` in words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** `word…` is the first of several words, `…word` not the first. */
function namePattern(word: string): RegExp {
  const bare = RegExp.escape(word.replace('…', ''));
  if (word.endsWith('…')) return new RegExp(`^ ${bare} \\w`);
  return new RegExp(word.startsWith('…') ? `\\w ${bare} ` : ` ${bare} `);
}

/** Whole words; `drop-off` is one. */
function textPattern(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${RegExp.escape(word.replace('…', ''))}(?![\\w-])`, 'i');
}

function anyOf(phrases: readonly string[]): RegExp | null {
  const pattern = phrases.map((phrase) => RegExp.escape(phrase)).join('|');
  return pattern === '' ? null : new RegExp(pattern, 'gi');
}

function without(text: string, phrases: RegExp | null): string {
  return phrases ? text.replaceAll(phrases, '…') : text;
}

function findIn(text: string, rules: readonly Rule[], scope: 'inNames' | 'inText'): WrongWord[] {
  return rules
    .filter((rule) => rule[scope]?.test(text) && rule[scope].test(without(text, rule.except)))
    .map(({ wrong }) => wrong);
}

type FoundName = { text: string; line: number };

type SourceWords = {
  /** `isKey`: of a property, whose name something else may read. */
  names: (FoundName & { isKey: boolean })[];
  exported: FoundName[];
  /** Declared at the top of the file, exported or not. */
  topNames: FoundName[];
  /** Strings with a space and the text between tags. Not SQL, and not what only a browser reads. */
  sentences: FoundName[];
  comments: FoundName[];
};

type Node = { type: string; start: number; [key: string]: unknown };
type Name = { name: Node; isKey: boolean };

const DECLARES = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSEnumDeclaration',
]);
const HAS_KEY = new Set([
  'Property',
  'PropertyDefinition',
  'MethodDefinition',
  'TSPropertySignature',
  'TSMethodSignature',
]);
/** "id order_id tries": names in the database. */
const LIST_OF_COLUMNS = /^(?=.*_)[a-z0-9_]+(?: [a-z0-9_]+)+$/;
const UNREAD_ATTRIBUTES = new Set(['className', 'd', 'viewBox']);

export function readSourceWords(file: string, source: string): SourceWords {
  const lineAt = lineFinder(source);
  const names: SourceWords['names'] = [];
  const exported: FoundName[] = [];
  const sentences: FoundName[] = [];
  const parsed = parseSync(file, source);
  const program = parsed.program as unknown as Node;
  const comments = parsed.comments.map(({ value, start }) => ({
    text: value,
    line: lineAt(start),
  }));
  const topNames = childrenOf(program, 'body')
    .flatMap(declaredBy)
    .map(({ name }) => ({ text: nameIn(name), line: lineAt(name.start) }));
  visit(program, (node) => {
    for (const { name, isKey } of namesOf(node))
      names.push({ text: nameIn(name), line: lineAt(name.start), isKey });
    for (const { name } of exportedBy(node))
      exported.push({ text: nameIn(name), line: lineAt(name.start) });
    const text = sentenceOf(node);
    if (text !== '') sentences.push({ text, line: lineAt(node.start) });
    return !isUnread(node);
  });
  return { names, exported, topNames, sentences, comments };
}

/** Into what `enter` is true for. */
function visit(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) value.filter(isNode).forEach((child) => visit(child, enter));
    else if (isNode(value)) visit(value, enter);
  }
}

function namesOf(node: Node): Name[] {
  if (DECLARES.has(node.type)) return [...bindingsOf(node['id']), ...parametersOf(node)];
  if (HAS_KEY.has(node.type)) return [...keyNames(node), ...parametersOf(node)];
  if (node.type === 'CatchClause') return bindingsOf(node['param']);
  if (/^Import\w*Specifier$/.test(node.type))
    return isRenamed(node) ? bindingsOf(node['local']) : [];
  return parametersOf(node);
}

function parametersOf(node: Node): Name[] {
  return childrenOf(node, 'params')
    .filter(({ type }) => type !== 'TSTypeParameter')
    .flatMap(bindingsOf);
}

/** The variables that a pattern makes. In `{ a }` the name is the property's. */
function bindingsOf(pattern: unknown): Name[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern, isKey: false }];
    case 'ObjectPattern':
      return childrenOf(pattern, 'properties')
        .filter(({ shorthand }) => shorthand !== true)
        .flatMap(({ value, argument }) => bindingsOf(value ?? argument));
    case 'ArrayPattern':
      return childrenOf(pattern, 'elements').flatMap(bindingsOf);
    case 'AssignmentPattern':
      return bindingsOf(pattern['left']);
    default:
      return bindingsOf(pattern['argument']);
  }
}

function keyNames({ key, computed }: Node): Name[] {
  const isName = isNode(key) && computed !== true && key.type.endsWith('Identifier');
  return isName ? [{ name: key, isKey: true }] : [];
}

function isRenamed({ imported, local }: Node): boolean {
  return !isNode(imported) || !isNode(local) || nameIn(imported) !== nameIn(local);
}

function exportedBy(node: Node): Name[] {
  const { declaration } = node;
  return node.type === 'ExportNamedDeclaration' && isNode(declaration)
    ? declaredBy(declaration)
    : [];
}

function declaredBy(node: Node): Name[] {
  if (node.type === 'ExportNamedDeclaration') return exportedBy(node);
  return [node, ...childrenOf(node, 'declarations')].flatMap(({ id }) => bindingsOf(id));
}

/** Empty for what is none. */
function sentenceOf(node: Node): string {
  const { value } = node;
  if (node.type === 'JSXText') return String(value).replaceAll(/\s+/g, ' ').trim();
  if (node.type === 'TemplateLiteral') return asSentence(templateText(node));
  return node.type === 'Literal' && typeof value === 'string' ? asSentence(value) : '';
}

function asSentence(text: string): string {
  if (LIST_OF_COLUMNS.test(text)) return '';
  return text.trim().includes(' ') ? text.replaceAll(/\s+/g, ' ').trim() : '';
}

function templateText(node: Node): string {
  return childrenOf(node, 'quasis')
    .map(({ value }) => (value as { raw: string }).raw)
    .join('…');
}

function isUnread(node: Node): boolean {
  const { type, name } = node;
  if (type === 'TaggedTemplateExpression') return true;
  return type === 'JSXAttribute' && isNode(name) && UNREAD_ATTRIBUTES.has(nameIn(name));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function childrenOf(node: Node, key: string): Node[] {
  const children = node[key];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

function nameIn({ name }: Node): string {
  return String(name);
}

/** The line of a position, from 1; fast for many. */
function lineFinder(source: string): (position: number) => number {
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index);
  return (position) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

if (import.meta.main) {
  const wrong = findWrongWords(path.dirname(path.dirname(import.meta.dirname)));
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log('Names and sentences use the words of docs/glossary.md.');
}
