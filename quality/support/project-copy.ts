/** A copy of the project in which guards are taken out, to see who misses them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** One change of one file; `from` stands there exactly once. */
export type GuardEdit = { file: string; from: string; to: string };

export const PROJECT = path.resolve(import.meta.dirname, '../..');
const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'test-results']);

/** With the built pages, which the app needs to start. Removed when `work` has ended. */
export function withProjectCopy<Result>(work: (copy: string) => Result): Result {
  const copy = mkdtempSync(path.join(tmpdir(), 'mealrun-mutation-'));
  try {
    cpSync(PROJECT, copy, {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(path.basename(source)),
    });
    symlinkSync(path.join(PROJECT, 'node_modules'), path.join(copy, 'node_modules'));
    return work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Runs `work` while the edits are made, and takes them back. Throws Error when one does not stand where it says. */
export function withEdits<Result>(
  copy: string,
  edits: readonly GuardEdit[],
  work: () => Result,
): Result {
  const kept = new Map<string, string>();
  try {
    for (const edit of edits) {
      const target = path.join(copy, edit.file);
      const text = readFileSync(target, 'utf8');
      if (!kept.has(target)) kept.set(target, text);
      if (!standsOnce(text, edit))
        throw new Error(`${edit.file} must contain exactly once: ${edit.from}`);
      writeFileSync(
        target,
        text.replace(edit.from, () => edit.to),
      );
    }
    return work();
  } finally {
    for (const [target, text] of kept) writeFileSync(target, text);
  }
}

/** For several edits of one file each is looked for in the file as it is. */
export function isInPlace(edit: GuardEdit): boolean {
  return standsOnce(readFileSync(path.join(PROJECT, edit.file), 'utf8'), edit);
}

function standsOnce(text: string, { from }: GuardEdit): boolean {
  return text.split(from).length === 2;
}
