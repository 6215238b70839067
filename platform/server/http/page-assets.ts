/** Where the build put the files that pages refer to, from its manifest. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type PageAssets = {
  stylesheet: string;
  /** What pages to read need of it. */
  readingStylesheet: string;
  fonts: string[];
  script: string;
  entry: string;
  modules: string[];
  laterModules: string[];
};

/** Source file -> the built file, the sources it imports statically, and other files it needs. */
type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;

const ENTRY = 'app/web/entry-browser.tsx';

/** The modules a page imports, and those it may import later. */
type PageModules = { modules: readonly string[]; laterModules: readonly string[] };

/** Returns a function that gives a page's assets. Throws when the build lacks one of them. */
export function readPageAssets(distDir: string): (page: PageModules) => PageAssets {
  const manifest = JSON.parse(
    readFileSync(path.join(distDir, 'browser/.vite/manifest.json'), 'utf8'),
  ) as Manifest;

  function part(source: string) {
    const found = manifest[source];
    if (found) return found;
    throw new Error(`${source} is missing from the build in ${distDir}; run the build again`);
  }
  const urlOf = (source: string) => `/${part(source).file}`;

  function collect(sources: readonly string[], urls = new Set<string>()): Set<string> {
    for (const source of sources) {
      if (urls.has(urlOf(source))) continue;
      urls.add(urlOf(source));
      for (const file of part(source).assets ?? [])
        if (file.endsWith('.wasm')) urls.add(`/${file}`);
      collect(part(source).imports ?? [], urls);
    }
    return urls;
  }

  const shared = {
    script: urlOf('app/web/start-scripts.ts'),
    entry: urlOf(ENTRY),
    stylesheet: urlOf('platform/web/theme/stylesheet.css'),
    readingStylesheet: urlOf('platform/web/theme/reading.css'),
    fonts: Object.keys(manifest)
      .filter((source) => source.endsWith('-latin-wght-normal.woff2'))
      .map(urlOf),
  };
  return ({ modules, laterModules }) => {
    const now = collect([ENTRY, ...modules]);
    const later = [...collect(laterModules)].filter((url) => !now.has(url));
    return { ...shared, modules: [...now], laterModules: later };
  };
}
