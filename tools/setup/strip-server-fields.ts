/**
 * What browsers get of calls and of the tables of pages. Only the server checks requests and replies, so browsers
 * receive neither the schemas nor the package that runs them, unless a screen uses a schema by name. Only the server
 * describes pages to search engines and knows what to preload.
 */
import type { Plugin } from 'vite';
import {
  applyEdits,
  type ParsedCall,
  type Edit,
  listDeclaredCalls,
  propertiesOf,
} from './edit-calls.ts';

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
