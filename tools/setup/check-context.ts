/**
 * Fails a build that reads a file of ours outside SOURCES: a start would not notice that it changed, and the container image
 * would lack it without a word.
 */
import path from 'node:path';
import type { Plugin } from 'vite';
import { SOURCES } from './build-web.mjs';

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
