/** A preview of many changes that is still true when they are made. */
import { createHash } from 'node:crypto';
import { Conflict } from '#platform/server/errors.ts';

/** The same for the same outcome: of what was asked, what would happen, and the versions it was judged by. */
export function hashOf(...facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

/** Throws Conflict `preview_changed` with the preview that is true now. */
export function requireSamePreview(
  agreed: string | undefined,
  preview: { previewHash: string },
): void {
  if (agreed === undefined || agreed === preview.previewHash) return;
  throw new Conflict(
    'preview_changed',
    'Something changed since this preview. Look at it again; nothing was done.',
    { preview },
  );
}
