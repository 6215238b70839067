import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { checkChunks, checkContext } from '#tools/setup/check-build.ts';
import { namePageModules, stripServerFields } from '#tools/setup/edit-calls.ts';

// The entry waits for the first page, and pages import our chunks: in one file they would wait for each other.
const OURS = /\/(calls|rules|web)\/(?!entry-)/;
const ENTRY = /\/app\/web\/entry-browser\.tsx$/;
const WITHOUT_REACT = /\/(order-book\/web\/few-left|menu\/web\/kept-favourite-meals)\.ts$/;
const READING_PAGE =
  /\/(app\/web\/home-screen|areas\/(calculator|menu|waitlist)\/web\/site\/([\w-]+\/)?[\w-]+|areas\/site\/web\/site\/(information|layout)\/[\w-]+)\.tsx$/;
// The portal, and pages that are mostly opened from an email or an advertisement, seldom from a page of ours; and
// those that need little more than the page before them has.
const OPENED_AFRESH =
  /\/(portal-layouts|staff-home|staff-pages|change-screen|(find-order|landing|waitlist)-page|tracking-screen|drive-(screen|page)|(admin|delivery-slots|pack)-screen|(sign-in|setup|invite|not-found|privacy|terms|order-success|reset-password|unsubscribe|pay-link|this-device)-page)-[\w-]+\.js$/;
const ON_EVERY_PAGE = /\/(framework|preload-helper|rolldown-runtime|site)-[\w-]+\.js$/;
/** What only they import is not in the browser, or belongs to what else imports it: schemas are checked by the server. */
const SCHEMAS = /\/calls\/[\w-]+\.ts$/;
const ORDER_PAGE =
  /\/(app\/web\/order-screen|areas\/checkout\/web\/site\/order\/order-page|areas\/site\/web\/site\/layout\/order-layout)\.tsx$/;
/** Builds what browsers get twice: for the browser, and as the module with which the server renders pages. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    stripServerFields(),
    namePageModules(),
    checkContext(),
    checkChunks(),
    precompress(),
  ],
  publicDir: 'platform/web/public',
  appType: 'custom',
  clearScreen: false,
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        manifest: true,
        modulePreload: {
          polyfill: false,
          // Visitors need no names of files that only these pages add, nor of those that every page has anyway.
          resolveDependencies: (file, deps) =>
            OPENED_AFRESH.test(file) ? [] : deps.filter((dep) => !ON_EVERY_PAGE.test(dep)),
        },
        rolldownOptions: {
          input: [
            'app/web/start-scripts.ts',
            'app/web/entry-browser.tsx',
            'platform/web/theme/reading.css',
            'platform/web/theme/customers.css',
            'platform/web/theme/stylesheet.css',
          ],
          // Compression may take its time here.
          checks: { pluginTimings: false },
          // Rules do nothing when they are loaded: of those, only what a page uses is sent.
          treeshake: { moduleSideEffects: [{ test: /\/rules\//, sideEffects: false }] },
          output: {
            // Every page names some ninety files, and what is random in their names does not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              // A few files that compress better together than in parts; the first changes only with upgrades.
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler)\//,
                },
                // Of pages that stay documents too, which need nothing of the framework.
                { name: 'preload-helper', test: /vite\/preload-helper/ },
                // The same, for what moves on such pages: it must not wait for React.
                {
                  name: chunk('without-react', importedBy(WITHOUT_REACT)),
                  test: /\/(rules|web|calls|zod)\//,
                },
                { name: chunk('site', importedBy(ENTRY)), test: OURS },
                // Wanted together, and small files cost more in headers than in content.
                {
                  name: 'queries',
                  test: /node_modules\/@tanstack\/|\/web\/(query-provider|site\/meals-queries|api\/call-query)\.tsx?$/,
                },
                // What a toast needs of Radix; other parts of the portal need some of it too.
                {
                  name: 'toast',
                  test: /node_modules\/@radix-ui\/(primitive|react-(toast|collection|compose-refs|context|dismissable-layer|portal|presence|primitive|slot|use-[a-z-]+|visually-hidden))\//,
                },
                {
                  name: 'calls',
                  test: /\/(web\/api\/(client|api-error|server-time)|menu\/calls\/meals)\.ts$/,
                },
                // Together: a slow connection waits longer for thirty replies than for their content.
                {
                  name: chunk('shared', importedBy(ORDER_PAGE), isNotIn(importedBy(READING_PAGE))),
                  test: /\/(rules|web)\/(?!entry-)/,
                },
                {
                  name: chunk('reading', importedBy(READING_PAGE)),
                  test: /\/(rules\/(?!australian-|street-address|recipient|food-n|allergen|diets|people|customer-name|email-address|parse-window)|areas\/[\w-]+\/web\/(plate\/)?[\w-]+\.|web\/(navigation\/|ui\/(?!form\/)))/,
                  minShareCount: 34,
                },
                {
                  name: 'meal-card',
                  test: /\/web\/(ui\/(layout\/card|price)|plate|plate\/plate-address)\.tsx?$/,
                },
                {
                  name: 'questions',
                  test: /\/(question-list|frequent-questions)\.tsx?$/,
                },
                {
                  name: 'claims',
                  test: /\/rules\/(zoned-time|service-words|menu-claims)|\/web\/ui\/layout\/step-list/,
                },
                {
                  name: chunk('ordering', importedBy(ORDER_PAGE), importedBy(READING_PAGE)),
                  // Its schemas are for pages that read an order back: of the wizard's, none runs them.
                  test: /\/(calls\/(?!prepared-order|wire-values)|rules\/|web\/|zod\/)/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundle everything: rendering then always uses React's production build, whatever NODE_ENV says.
      resolve: { noExternal: process.env['NODE_ENV'] === 'production' ? true : undefined },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: ['app/web/entry-server.tsx'],
          // Plates are drawn immediately here, and deferred in browsers.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
  },
});

type IsIn = (
  moduleId: string,
  context: Parameters<Rolldown.CodeSplittingNameFunction>[1],
) => boolean;

/** A name for the modules that are in one set and not in the other. */
function chunk(
  name: string,
  isIn: IsIn,
  isOut: IsIn = () => false,
): Rolldown.CodeSplittingNameFunction {
  return (id, context) => (isIn(id, context) && !isOut(id, context) ? name : null);
}

function isNotIn(isIn: IsIn): IsIn {
  return (id, context) => !isIn(id, context);
}

/** Everything loaded together with these modules: their static imports, not the dynamic ones. */
function importedBy(modules: RegExp): IsIn {
  const known = new Map<string, boolean>();
  return function isImported(id, context): boolean {
    const before = known.get(id);
    if (before !== undefined) return before;
    // A placeholder until it is known: circular imports add nothing to the result.
    known.set(id, false);
    const importers = context.getModuleInfo(id)?.importers ?? [];
    const answer =
      modules.test(id) ||
      importers.some((importer) => !SCHEMAS.test(importer) && isImported(importer, context));
    known.set(id, answer);
    return answer;
  };
}

/** Puts `.br` and `.gz` beside scripts and styles, at the highest quality: compressed once and sent many times. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(css|js|wasm)$/.test(name));
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
