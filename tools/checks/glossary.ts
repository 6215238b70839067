/** What docs/glossary.md forbids, read from its tables. */

/** A word, and what the glossary says instead. */
export type WrongWord = { word: string; better: string };

export type Glossary = {
  /** In the name of a file, function, type, variable or property. */
  inName: (name: string) => WrongWord[];
  /** In a sentence that a person reads. */
  inText: (text: string) => WrongWord[];
  /** The names of properties and files that stay as they are. */
  staying: ReadonlySet<string>;
};

type Rule = { wrong: WrongWord; inNames?: RegExp; inText?: RegExp; except: RegExp | null };

const STAYING = '## Names that stay';

export function readGlossary(markdown: string): Glossary {
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
