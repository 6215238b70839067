/** What is refused of a text that a kitchen wrote. */
import { fieldProblem } from '#platform/rules/fill-fields.ts';
import {
  fillMarks,
  linksIn,
  isTopics,
  MOST_ON_LANDING,
} from '#areas/business/rules/texts/shown-text.ts';
import { fillLine, isNotice } from '#areas/business/rules/texts/shown-line.ts';
import {
  LONGEST,
  oursOf,
  type OurTopic,
  type OwnNotice,
  type OwnText,
  type OwnTopic,
  type TextEntry,
  type TextSituation,
  type TopicsEntry,
  TEXT_PAGES,
} from '#areas/business/rules/texts/text-entry.ts';
import { TEXT_FIELD_NAMES, type TextValues } from '#areas/business/rules/texts/text-values.ts';

/** By the path within the value: '' for itself, '3.title' for a part of a topic. */
export type TextProblems = Record<string, string>;

export type TextRules = {
  situation: TextSituation;
  /** For the site, without queries: where a link may lead. */
  isPage: (path: string) => boolean;
};

export function checkText(entry: TextEntry, value: OwnText, rules: TextRules): TextProblems {
  const problems = findProblems(entry, value, rules);
  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, why]) => (why === null ? [] : [[path, why]])),
  );
}

type FoundTexts = Record<string, string | null>;

function findProblems(entry: TextEntry, value: OwnText, rules: TextRules): FoundTexts {
  if (entry.kind === 'topics')
    return isTopics(value) ? checkTopics(entry, value, rules) : { '': 'Please send topics' };
  if (entry.kind === 'notice')
    return isNotice(value) ? checkNotice(value, rules) : { '': 'Please send a notice' };
  if (typeof value !== 'string') return { '': 'Please send a text' };
  return {
    '':
      entry.kind === 'line'
        ? lineProblem(value, entry.max ?? LONGEST.line, rules.situation.values)
        : textProblem(value, rules),
  };
}

function checkNotice({ text, from, until }: OwnNotice, { situation }: TextRules): FoundTexts {
  return {
    text: lineProblem(text, LONGEST.line, situation.values),
    until: from !== null && until !== null && until < from ? 'Please choose a later day' : null,
  };
}

function checkTopics(
  entry: TopicsEntry,
  topics: readonly OwnTopic[],
  rules: TextRules,
): FoundTexts {
  const most = entry.most ?? LONGEST.topics;
  const needed = oursOf<readonly OurTopic[]>(entry, rules.situation).filter(({ isRule }) => isRule);
  const missing = needed.find(
    ({ id }) => topics.filter((topic) => 'rule' in topic && topic.rule === id).length !== 1,
  );
  const unknown = topics.find(
    (topic) => 'rule' in topic && needed.every(({ id }) => id !== topic.rule),
  );
  const ids = topics.map((topic) => ('rule' in topic ? topic.rule : topic.id));
  const onLanding = topics.filter((topic) => 'onLanding' in topic && topic.onLanding);
  const whole =
    topics.length === 0
      ? TAKE_OURS
      : topics.length > most
        ? `Please use at most ${most}`
        : unknown
          ? 'There is no such topic of ours'
          : missing
            ? `“${missing.title}” has to stay, once`
            : new Set(ids).size < ids.length
              ? 'Two have the same address'
              : onLanding.length > MOST_ON_LANDING
                ? `The landing page shows at most ${MOST_ON_LANDING}`
                : null;
  const each = topics.flatMap((topic, index) =>
    'rule' in topic
      ? []
      : [
          [`${index}.title`, lineProblem(topic.title, LONGEST.title, rules.situation.values)],
          [`${index}.text`, textProblem(topic.text, rules)],
        ],
  );
  return { '': whole, ...(Object.fromEntries(each) as FoundTexts) };
}

const TAKE_OURS = 'Please write something, or go back to ours';
const KNOWN: ReadonlySet<string> = new Set(TEXT_FIELD_NAMES);

/** `longest`: of what people read. */
function lineProblem(line: string, longest: number, values: TextValues): string | null {
  const problem = commonProblem(line) ?? (/\n/.test(line) ? 'Please use one line' : null);
  if (problem !== null) return problem;
  const { text, emptied } = fillLine(line, values);
  if ((text ?? '').length > longest)
    return `Please use at most ${longest} characters: filled in, it has ${(text ?? '').length}`;
  return emptyProblem(emptied);
}

function textProblem(text: string, { situation, isPage }: TextRules): string | null {
  const problem = commonProblem(text);
  if (problem !== null) return problem;
  if (text.length > LONGEST.text) return `Please use at most ${LONGEST.text} characters`;
  const lost = linksIn(text).find((to) => !isGoodLink(to, isPage));
  if (lost !== undefined) return linkProblem(lost);
  return emptyProblem(fillMarks(text, situation.values).emptied);
}

function isGoodLink(to: string, isPage: (path: string) => boolean): boolean {
  if (/^https:\/\/[^\s\\]+$/.test(to)) return true;
  return /^\/(?!\/)[^\s\\]*$/.test(to) && isPage(to.replace(/[?#].*$/, ''));
}

function linkProblem(to: string): string {
  return to.startsWith('/')
    ? `There is no page ${to}`
    : 'Links begin with / for a page of yours, or with https://';
}

function emptyProblem(emptied: readonly string[]): string | null {
  const [field] = emptied;
  if (field === undefined) return null;
  return `{${field}} is empty now. Please leave it out, or give it a paragraph of its own`;
}

function commonProblem(text: string): string | null {
  if (text.trim() === '') return TAKE_OURS;
  if (/<\/?[a-z]/i.test(text)) return 'Please write without HTML; - makes a list';
  if (hasControlCharacters(text)) return 'Please type it: it has characters that cannot be shown';
  return fieldProblem(text, KNOWN);
}

/** But for line breaks and tabs, also those that turn the direction of what follows. */
function hasControlCharacters(text: string): boolean {
  return /[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u.test(text);
}

// The pages that a kitchen's own texts may link to. A test compares them with the table of pages.

export const SITE_PATHS: readonly string[] = [
  ...Object.values(TEXT_PAGES).map(({ path }) => path.replace(/\?.*$/, '')),
  '/find-order',
  '/this-device',
];

/** `path`: without a query. Meals have pages of their own, and come and go. */
export function isSitePath(path: string): boolean {
  return SITE_PATHS.includes(path) || /^\/menu\/[\w-]+$/.test(path);
}
