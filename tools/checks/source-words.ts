/** The names that a source file declares and the sentences in it, by Vite's parser. */
import { parseSync } from 'vite';

export type Found = { text: string; line: number };

export type SourceWords = {
  /** `isKey`: of a property, whose name something else may read. */
  names: (Found & { isKey: boolean })[];
  exported: Found[];
  /** Strings with a space and the text between tags. Not SQL, and not what only a browser reads. */
  sentences: Found[];
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
  const exported: Found[] = [];
  const sentences: Found[] = [];
  visit(parseSync(file, source).program as unknown as Node, (node) => {
    for (const { name, isKey } of namesOf(node))
      names.push({ text: nameIn(name), line: lineAt(name.start), isKey });
    for (const { name } of exportedBy(node))
      exported.push({ text: nameIn(name), line: lineAt(name.start) });
    const text = sentenceOf(node);
    if (text !== '') sentences.push({ text, line: lineAt(node.start) });
    return !isUnread(node);
  });
  return { names, exported, sentences };
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
  if (HAS_KEY.has(node.type)) return [...keyOf(node), ...parametersOf(node)];
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

function keyOf({ key, computed }: Node): Name[] {
  const isName = isNode(key) && computed !== true && key.type.endsWith('Identifier');
  return isName ? [{ name: key, isKey: true }] : [];
}

function isRenamed({ imported, local }: Node): boolean {
  return !isNode(imported) || !isNode(local) || nameIn(imported) !== nameIn(local);
}

function exportedBy(node: Node): Name[] {
  const { declaration } = node;
  if (node.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
  return [declaration, ...childrenOf(declaration, 'declarations')].flatMap(({ id }) =>
    bindingsOf(id),
  );
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
