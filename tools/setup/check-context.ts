/**
 * Fails a build that reads a file which .dockerignore keeps out of the container image: there the file would be missing
 * without a word. Inside the image's own build there is no .dockerignore, and nothing else to read.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

export function checkContext(): Plugin {
  return {
    name: 'check-context',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const project = this.environment.config.root;
      const ignoreFile = path.join(project, '.dockerignore');
      if (!existsSync(ignoreFile)) return;
      const isAllowed = allowedBy(readFileSync(ignoreFile, 'utf8'));
      const files = [...this.getModuleIds()].flatMap((id) => fileOf(project, id) ?? []);
      const missing = files.filter((file) => !isAllowed(file));
      if (missing.length > 0)
        this.error(
          `.dockerignore keeps out of the image what this build reads: ${missing.join(', ')}`,
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

/** `ignored`: everything (`*`), then what is allowed after all, each a name or a pattern after `!`. */
function allowedBy(ignored: string): (file: string) => boolean {
  const allowed = [...ignored.matchAll(/^!(.+)$/gm)].map(([, pattern = '']) => pattern);
  return (file) =>
    allowed.some((pattern) => path.matchesGlob(file, pattern) || file.startsWith(`${pattern}/`));
}
