/** Edits the calls with which a file declares its exports, in JavaScript that the build has parsed. */

type Span = { start: number; end: number };
export type Edit = Span & { text: string };

type Node = Span & { type: string };
type Property = Span & { key: { name?: string }; value: Node };
export type ParsedCall = Node & { callee: { name?: string }; arguments: Node[] };

type Program = { body: readonly object[] };
type Statement = {
  type: string;
  declaration?: Statement | null;
  declarations?: { init: Node | null }[];
};

/** `const a = call()` and each call in `const b = [call()]` and `const c = { d: call() }`. */
export function listDeclaredCalls(program: Program): ParsedCall[] {
  return (program.body as Statement[])
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => valuesOf(init))
    .filter((value): value is ParsedCall => value?.type === 'CallExpression');
}

function valuesOf(value: Node | null): (Node | null)[] {
  if (value?.type === 'ArrayExpression') return (value as Node & { elements: Node[] }).elements;
  const properties = listProperties(value);
  return properties ? properties.map((property) => property.value) : [value];
}

/** Those of the object that a call gets; null if it gets none. */
export function propertiesOf(call: ParsedCall): Property[] | null {
  return listProperties(call.arguments[0] ?? null);
}

function listProperties(value: Node | null): Property[] | null {
  return value?.type === 'ObjectExpression'
    ? (value as Node & { properties: Property[] }).properties
    : null;
}

/** `edits` in the order of the code. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = code;
  for (const { start, end, text } of edits.toReversed()) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}
