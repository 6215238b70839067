/**
 * What people may mark in their own texts: an empty line between paragraphs, `- ` for a list, `**bold**` and
 * `[words](/menu)`. The result is a tree of these and plain text, so no markup of theirs can get through.
 */
export type MarkedPart =
  | { is: 'text'; text: string }
  | { is: 'field'; name: string }
  | { is: 'bold'; parts: readonly MarkedPart[] }
  | { is: 'link'; to: string; parts: readonly MarkedPart[] };

export type MarkedBlock =
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
