/**
 * Fails a build of which files import each other in a circle: modules that were grouped without regard to what they
 * import. The page would start with a part that is not there yet, although every test of the sources passes.
 */
import type { Plugin } from 'vite';
import path from 'node:path';
import { SOURCES } from '#tools/setup/build-web.mjs';

export function checkChunks(): Plugin {
  return {
    name: 'check-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [],
        ),
      );
      const circle = findCircle(imports);
      if (circle) this.error(`These files of the build wait for each other: ${circle.join(' > ')}`);
    },
  };
}

/** The names along one circle; null: there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  function follow(file: string, trail: readonly string[]): string[] | null {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...trail, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  }
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return null;
}

/**
 * Fails a build that reads a file of ours outside SOURCES: a start would not notice that it changed, and the container image
 * would lack it without a word.
 */
export function checkContext(): Plugin {
  return {
    name: 'check-context',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const project = this.environment.config.root;
      const files = [...this.getModuleIds()].flatMap((id) => fileOf(project, id) ?? []);
      const missing = files.filter((file) => !isSource(file));
      if (missing.length > 0)
        this.error(
          `SOURCES in tools/setup/build-web.mjs lacks what this build reads: ${missing.join(', ')}`,
        );
    },
  };
}

/** From the project's folder; null for what is no file of ours. */
function fileOf(project: string, id: string): string | null {
  const [file = ''] = id.split('?');
  const name = path.relative(project, file);
  const isOurs = path.isAbsolute(file) && !/^(\.\.|node_modules)(\/|$)/.test(name);
  return isOurs ? name : null;
}

function isSource(file: string): boolean {
  return SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
}
