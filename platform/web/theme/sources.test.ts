import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = import.meta.dirname;
const SOURCE = /@source (?:not )?'([^']+)'/g;

/** "{a,b}.tsx" is "a.tsx" and "b.tsx": each has to be there, or its classes are missing from a page. */
function eachOf(pattern: string): string[] {
  const [all = '', names = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  return all === ''
    ? [pattern]
    : names.split(',').flatMap((name) => eachOf(pattern.replace(all, name)));
}

test.each(globSync('*.css', { cwd: FOLDER }))(
  'what %s reads its classes from is there',
  (stylesheet) => {
    const css = readFileSync(path.join(FOLDER, stylesheet), 'utf8');
    const patterns = [...css.matchAll(SOURCE)].map(([, pattern = '']) => pattern);
    // Several endings may be tried of one name.
    const missing = (pattern: string) =>
      eachOf(pattern.replace('.{ts,tsx}', '.*')).filter(
        (one) => globSync(one, { cwd: FOLDER }).length === 0,
      );
    expect(patterns.flatMap(missing)).toEqual([]);
  },
);
