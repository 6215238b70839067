/** Texts with marks, filled with the facts of the kitchen. */
import { parseMarks, type MarkedPart } from './marks.ts';
import { capital, STARTS_WITH_CAPITAL } from './fill-line.ts';
import { isTextFact, type TextFact, type TextValues } from './text-values.ts';

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

export type Filled = {
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
    isOnlyFields: all.every((part) => part.is === 'field' || !/[\p{L}\p{N}]/u.test(textOf(part))),
    fields: all.flatMap((part) =>
      part.is === 'field' && isTextFact(part.name) ? [part.name] : [],
    ),
  };
}

function textOf(part: MarkedPart): string {
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
