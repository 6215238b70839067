import type { Plugin } from 'vite';

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

/**
 * Tells the server which file each page and layout loads, so that it can name the file's scripts ahead: beside
 * `load: () => import('#areas/menu/web/site/menu-page.tsx')` stands `module: 'areas/menu/web/site/menu-page.tsx'`.
 */
const FILE = /\/web\/(?:site\/|portal\/|day\/|staff-)?pages\.ts$/;

export function namePageModules(): Plugin {
  return {
    name: 'name-page-modules',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    // After TypeScript has become JavaScript.
    enforce: 'post',
    transform(code, id) {
      if (!FILE.test(id)) return null;
      const edits = listDeclaredCalls(this.parse(code))
        .filter(({ callee }) => callee.name === 'definePage' || callee.name === 'defineLayout')
        .map((call) => nameModule(code, call));
      return { code: applyEdits(code, edits), map: null };
    },
  };
}

function nameModule(code: string, call: ParsedCall): Edit {
  const load = propertiesOf(call)?.find(({ key }) => key.name === 'load');
  const source =
    load && /^load: \(\) => import\(["']#(.+)["']\)$/.exec(code.slice(load.start, load.end))?.[1];
  if (!source)
    throw new Error(
      `pages.ts: load must be () => import('#…') in ${code.slice(call.start, call.end)}`,
    );
  return { start: load.end, end: load.end, text: `, module: ${JSON.stringify(source)}` };
}

/**
 * What browsers get of calls and of the tables of pages. Only the server checks requests and replies, so browsers
 * receive neither the schemas nor the package that runs them, unless a screen uses a schema by name. Only the server
 * describes pages to search engines and knows what to preload.
 */
const FILES = /\/(calls\/(?:[\w-]+\/)?[\w-]+|web\/(?:site\/|portal\/|day\/|staff-)?pages)\.ts$/;
const FOR_SERVERS: Record<string, ReadonlySet<string>> = {
  endpoint: new Set([
    'access',
    'summary',
    'params',
    'query',
    'body',
    'reply',
    'refusals',
    'mediaType',
  ]),
  defineLayout: new Set(),
  definePage: new Set([
    'search',
    'structuredData',
    'isAboutMeal',
    'isClosedToRobots',
    'plainForm',
    'isNotFound',
    'query',
    'openQuery',
    'preloadedModules',
    'putsScriptsFirst',
    'firstCalls',
    'laterModules',
    'maxScriptKilobytes',
  ]),
};

export function stripServerFields(): Plugin {
  return {
    name: 'strip-server-fields',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // After TypeScript has become JavaScript.
    enforce: 'post',
    transform(code, id) {
      if (!FILES.test(id)) return null;
      const edits = listDeclaredCalls(this.parse(code)).map((call) => stripCall(code, call));
      return { code: applyEdits(code, edits), map: null };
    },
  };
}

/** A declaration keeps what browsers need; any other value is created only if something uses it. */
function stripCall(code: string, call: ParsedCall): Edit {
  const forServers = FOR_SERVERS[call.callee.name ?? ''];
  const properties = propertiesOf(call);
  if (!forServers || !properties) {
    const made = code.slice(call.start, call.end);
    return { ...call, text: `/* @__PURE__ */ (() => ${made})()` };
  }
  const kept = properties
    .filter(({ key }) => !forServers.has(key.name ?? ''))
    .map(({ start, end }) => code.slice(start, end));
  return { ...call, text: `({ ${kept.join(', ')} })` };
}
