/** What a page shows of a text: the kitchen's words, or ours. */
import {
  oursOf,
  type OurTopic,
  type OwnText,
  type OwnTopic,
} from '#areas/business/rules/texts/text-entry.ts';
import {
  fillLine,
  entryIn,
  isNotice,
  type TextEntries,
  type TextsAtHand,
  capital,
  STARTS_WITH_CAPITAL,
} from '#areas/business/rules/texts/shown-line.ts';
import {
  type TextFact,
  type TextValues,
  isTextFact,
} from '#areas/business/rules/texts/text-values.ts';

export function shownBlocks(
  texts: TextEntries,
  key: string,
  { situation, own }: TextsAtHand,
): readonly FilledBlock[] {
  const mine = own[key];
  if (typeof mine === 'string') {
    const { blocks, emptied } = fillMarks(mine, situation.values);
    if (emptied.length === 0) return blocks;
  }
  return fillMarks(oursOf(entryIn(texts, key, 'text'), situation), situation.values).blocks;
}

export type ShownTopic = Pick<OurTopic, 'id' | 'isRule' | 'onLanding'> & {
  title: string;
  blocks: readonly FilledBlock[];
};

/** Topics of the kitchen around our rules, or all of ours. One that is made of nothing but empty fields is left out. */
export function shownTopics(
  texts: TextEntries,
  key: string,
  { situation, own }: TextsAtHand,
): ShownTopic[] {
  const ours = oursOf<readonly OurTopic[]>(entryIn(texts, key, 'topics'), situation);
  const mine = own[key];
  const written =
    isTopics(mine) && emptiedFields(mine, situation.values).length === 0
      ? withRules(mine, ours)
      : ours;
  return written.flatMap(({ title, text, ...rest }) => {
    const { blocks } = fillMarks(text, situation.values);
    const heading = fillLine(title, situation.values).text;
    const isLeftOut = heading === null || (text.trim() !== '' && blocks.length === 0);
    return isLeftOut ? [] : [{ ...rest, title: heading, blocks }];
  });
}

/** Rules of ours that the kitchen's text does not know yet, as after an upgrade, come last. */
function withRules(mine: readonly OwnTopic[], ours: readonly OurTopic[]): OurTopic[] {
  const rules = ours.filter(({ isRule }) => isRule);
  const placed = mine.flatMap((topic): OurTopic[] => {
    if (!('rule' in topic)) {
      const { id, title, text, onLanding } = topic;
      return [{ id, title, text, ...(onLanding && { onLanding }) }];
    }
    return rules.filter(({ id }) => id === topic.rule);
  });
  return [...placed, ...rules.filter((rule) => !placed.includes(rule))];
}

export function isTopics(value: OwnText | undefined): value is OwnTopic[] {
  return Array.isArray(value);
}

/** The templates of a text: what is filled. */
export function templatesOf(value: OwnText): string[] {
  if (typeof value === 'string') return [value];
  if (isTopics(value))
    return value.flatMap((topic) => ('rule' in topic ? [] : [topic.title, topic.text]));
  if (isNotice(value)) return [value.text];
  return [value.subject ?? '', value.text];
}

/** Fields that stand among words and have no value now: while there are any, ours is shown. */
export function emptiedFields(value: OwnText, values: TextValues): TextFact[] {
  return [
    ...new Set(templatesOf(value).flatMap((template) => fillMarks(template, values).emptied)),
  ];
}

/** Seven of ours; of the kitchen's own those marked for it, or else the first. */
export const MOST_ON_LANDING = 10;
const FIRST_ON_LANDING = 7;

export function landingQuestions(questions: readonly ShownTopic[]): ShownTopic[] {
  const marked = questions.filter(({ onLanding }) => onLanding);
  return marked.length > 0
    ? marked.slice(0, MOST_ON_LANDING)
    : questions.slice(0, FIRST_ON_LANDING);
}

/**
 * What people may mark in their own texts: an empty line between paragraphs, `- ` for a list, `**bold**` and
 * `[words](/menu)`. The result is a tree of these and plain text, so no markup of theirs can get through.
 */
type MarkedPart =
  | { is: 'text'; text: string }
  | { is: 'field'; name: string }
  | { is: 'bold'; parts: readonly MarkedPart[] }
  | { is: 'link'; to: string; parts: readonly MarkedPart[] };

type MarkedBlock =
  | { is: 'paragraph'; parts: readonly MarkedPart[] }
  | { is: 'list'; items: readonly (readonly MarkedPart[])[] };

/** A page of ours, or https. */
const TARGET = String.raw`\/(?!\/)[^\s()\\]*|https:\/\/[^\s()\\]+`;
const MARKED = new RegExp(
  String.raw`\*\*(?<bold>[^*\n]+)\*\*|\[(?<words>[^[\]\n]+)\]\((?<to>${TARGET})\)|\{(?<field>\w+)\}`,
  'g',
);

export function parseMarks(text: string): MarkedBlock[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .flatMap(parseGroup);
}

/** Lines without an empty one between them: each run of `- ` is a list, the others are a paragraph. */
function parseGroup(group: string): MarkedBlock[] {
  const blocks: MarkedBlock[] = [];
  let lines: string[] = [];
  let items: string[] = [];
  const close = () => {
    const paragraph = lines.join('\n').trim();
    if (paragraph !== '') blocks.push({ is: 'paragraph', parts: parseLine(paragraph) });
    if (items.length > 0) blocks.push({ is: 'list', items: items.map(parseLine) });
    lines = [];
    items = [];
  };
  for (const line of group.split('\n')) {
    const item = /^\s*- (.*\S)\s*$/.exec(line)?.[1];
    if ((item === undefined) === items.length > 0) close();
    if (item === undefined) lines.push(line);
    else items.push(item);
  }
  close();
  return blocks;
}

/** The marks within a line; those that are not closed stay as they are. */
function parseLine(line: string): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let from = 0;
  const addText = (text: string) => {
    if (text !== '') parts.push({ is: 'text', text });
  };
  for (const match of line.matchAll(MARKED)) {
    addText(line.slice(from, match.index));
    from = match.index + match[0].length;
    const { bold, words, to, field } = match.groups ?? {};
    if (bold !== undefined) parts.push({ is: 'bold', parts: parseLine(bold) });
    else if (words !== undefined && to !== undefined)
      parts.push({ is: 'link', to, parts: parseLine(words) });
    else if (field !== undefined) parts.push({ is: 'field', name: field });
  }
  addText(line.slice(from));
  return parts;
}

/** Where the links of a text lead. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(/\[[^[\]\n]*\]\(([^()\n]*)\)/g)].map(([, to = '']) => to);
}

// Texts with marks, filled with the facts of the kitchen.

/** A tree without fields. */
export type FilledPart =
  | { is: 'text'; text: string }
  /** The kitchen's own number or address, which people can tap. */
  | { is: 'contact'; by: 'phone' | 'email'; text: string }
  | { is: 'bold'; parts: readonly FilledPart[] }
  | { is: 'link'; to: string; parts: readonly FilledPart[] };
export type FilledBlock =
  | { is: 'paragraph'; parts: readonly FilledPart[] }
  | { is: 'list'; items: readonly (readonly FilledPart[])[] };

type Filled = {
  blocks: readonly FilledBlock[];
  /** Fields without a value that stand among words: such a text cannot be shown. */
  emptied: readonly TextFact[];
};

/** Values are not filled again, whatever they contain. A paragraph or line made of nothing but empty fields is left out. */
export function fillMarks(text: string, values: TextValues): Filled {
  const emptied = new Set<TextFact>();
  const fill = (parts: readonly MarkedPart[]): FilledPart[] | null => {
    const { isOnlyFields, fields } = lookAt(parts);
    const empty = fields.filter((field) => values[field] === '');
    if (isOnlyFields && fields.length > 0 && empty.length === fields.length) return null;
    for (const field of empty) emptied.add(field);
    return fillParts(parts, values, true);
  };
  const blocks = parseMarks(text).flatMap((block): FilledBlock[] => {
    if (block.is === 'paragraph') {
      const parts = fill(block.parts);
      return parts ? [{ is: 'paragraph', parts }] : [];
    }
    const items = block.items.map(fill).filter((parts) => parts !== null);
    return items.length > 0 ? [{ is: 'list', items }] : [];
  });
  return { blocks, emptied: [...emptied] };
}

function lookAt(parts: readonly MarkedPart[]): { isOnlyFields: boolean; fields: TextFact[] } {
  const all = parts.flatMap(function leaves(part): MarkedPart[] {
    return 'parts' in part ? part.parts.flatMap(leaves) : [part];
  });
  return {
    isOnlyFields: all.every((part) => part.is === 'field' || !/[\p{L}\p{N}]/u.test(partText(part))),
    fields: all.flatMap((part) =>
      part.is === 'field' && isTextFact(part.name) ? [part.name] : [],
    ),
  };
}

function partText(part: MarkedPart): string {
  return part.is === 'text' ? part.text : '';
}

function fillParts(
  parts: readonly MarkedPart[],
  values: TextValues,
  isStart: boolean,
): FilledPart[] {
  const filled = parts.map((part, index): FilledPart => {
    const isFirst = isStart && index === 0;
    if (part.is === 'text') return part;
    if (part.is === 'field') return filledField(part.name, values, isFirst);
    return { ...part, parts: fillParts(part.parts, values, isFirst) };
  });
  return joinTexts(filled);
}

/** Words and what is filled into them are one text, so that people can search a page for it. */
function joinTexts(parts: readonly FilledPart[]): FilledPart[] {
  const joined: FilledPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.is === 'text' && last?.is === 'text')
      joined.splice(-1, 1, { is: 'text', text: last.text + part.text });
    else joined.push(part);
  }
  return joined;
}

function filledField(name: string, values: TextValues, isFirst: boolean): FilledPart {
  // The text was checked; of one that never was, its own letters are shown.
  if (!isTextFact(name)) return { is: 'text', text: `{${name}}` };
  const value = values[name];
  if (name === 'phone' || name === 'email') return { is: 'contact', by: name, text: value };
  return { is: 'text', text: isFirst && STARTS_WITH_CAPITAL.has(name) ? capital(value) : value };
}

/** The words alone, a paragraph or list line each: for search engines and wherever links cannot be. */
export function plainParagraphs(blocks: readonly FilledBlock[]): string[] {
  return blocks.flatMap((block) =>
    block.is === 'paragraph' ? [plainOf(block.parts)] : block.items.map(plainOf),
  );
}

function plainOf(parts: readonly FilledPart[]): string {
  return parts.map((part) => ('parts' in part ? plainOf(part.parts) : part.text)).join('');
}
