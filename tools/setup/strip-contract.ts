/**
 * What the browser gets of `contract/`: method and path of each call. Only the server checks requests and replies, so
 * browsers receive neither the schemas nor the package that runs them, unless a screen uses a schema by name.
 */
import type { Plugin } from 'vite';

const CONTRACT = /\/contract\/[\w-]+\.ts$/;
const FOR_SERVERS = new Set(['access', 'summary', 'params', 'query', 'body', 'reply', 'mediaType']);

type Span = { start: number; end: number };
type Edit = Span & { text: string };

export function stripContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // After TypeScript has become JavaScript.
    enforce: 'post',
    transform(code, id) {
      if (!CONTRACT.test(id)) return null;
      const edits: Edit[] = [];
      for (const statement of this.parse(code).body) {
        const declared =
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations) {
          if (init?.type === 'CallExpression') edits.push(...stripCall(code, init));
        }
      }
      return { code: applyEdits(code, edits), map: null };
    },
  };
}

type Call = Span & {
  callee: object;
  arguments: (Span & { type: string; properties?: unknown[] })[];
};

/** A server call keeps what `fetch` needs; any other value is created only if something uses it. */
function stripCall(code: string, call: Call): Edit[] {
  const [declaration] = call.arguments;
  const isEndpoint = 'name' in call.callee && call.callee.name === 'endpoint';
  if (!isEndpoint || declaration?.type !== 'ObjectExpression') {
    const made = code.slice(call.start, call.end);
    return [{ ...call, text: `/* @__PURE__ */ (() => ${made})()` }];
  }
  const properties = (declaration.properties ?? []) as (Span & { key: { name?: string } })[];
  const kept = properties
    .filter(({ key }) => !FOR_SERVERS.has(key.name ?? ''))
    .map(({ start, end }) => code.slice(start, end));
  return [{ ...call, text: `({ ${kept.join(', ')} })` }];
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = code;
  for (const { start, end, text } of edits.toReversed()) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}
