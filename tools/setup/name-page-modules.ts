/**
 * Tells the server which file each page and layout loads, so that it can name the file's scripts ahead: beside
 * `load: () => import('#areas/menu/web/site/menu-page.tsx')` stands `module: 'areas/menu/web/site/menu-page.tsx'`.
 */
import type { Plugin } from 'vite';
import {
  applyEdits,
  type ParsedCall,
  type Edit,
  listDeclaredCalls,
  propertiesOf,
} from './edit-calls.ts';

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
