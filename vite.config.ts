import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Builds `web/` twice: for the browser, and as the module with which the server renders pages. */
export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  publicDir: 'web/public',
  appType: 'custom',
  clearScreen: false,
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['web/start-scripts.ts', 'web/entry-browser.tsx', 'web/theme/stylesheet.css'],
          // Compressing is meant to take its time.
          checks: { pluginTimings: false },
          output: {
            codeSplitting: {
              // Few files that compress better than their parts; the first changes with upgrades only.
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: unlessForStaff('site'),
                  test: /\/(domain|web\/(api\/page-data|navigation|ui))\b/,
                  minShareCount: 3,
                },
                {
                  name: unlessForStaff('queries'),
                  test: /node_modules\/(@tanstack|zod)\/|\/contract\/|\/web\/(api|storage)\//,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Everything inside: what renders pages is then always React's production build, whatever NODE_ENV says.
      resolve: { noExternal: process.env['NODE_ENV'] === 'production' ? true : undefined },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: ['web/entry-server.tsx'] },
      },
    },
  },
});

const STAFF_SCREENS = /\/web\/(portal\/|admin-|delivery-slots-|staff-|site\/home\/staff-)/;

/** A group's name for what visitors load too: what only staff screens need stays out of the files that everybody gets. */
function unlessForStaff(name: string): Rolldown.CodeSplittingNameFunction {
  const known = new Map<string, boolean>();
  return (moduleId, context) => {
    function isForVisitors(id: string): boolean {
      if (STAFF_SCREENS.test(id)) return false;
      const before = known.get(id);
      if (before !== undefined) return before;
      // Until it is known: modules that import each other in a circle add nothing to the answer.
      known.set(id, false);
      const { isEntry, importers, dynamicImporters } = context.getModuleInfo(id) ?? NOT_LOADED;
      const answer = isEntry || [...importers, ...dynamicImporters].some(isForVisitors);
      known.set(id, answer);
      return answer;
    }
    return isForVisitors(moduleId) ? name : null;
  };
}

const NOT_LOADED = { isEntry: false, importers: [], dynamicImporters: [] };

/** Puts `.br` and `.gz` beside scripts and styles, at the highest quality: it is done once and sent many times. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(css|js)$/.test(name));
      await Promise.all(names.map((name) => compressFile(path.join(dir, name))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
