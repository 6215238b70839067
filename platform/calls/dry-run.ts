/** Asking first what a call would do, and then for just that. */
import { z } from 'zod';
import { text } from '#platform/calls/wire-values.ts';

export const DRY_RUN = {
  /** True: answers what would happen, and does nothing. */
  dryRun: z.boolean().default(false),
  /** For the preview that was agreed to; 409 `preview_changed` with the new one when it is no longer true. */
  previewHash: text(64).optional(),
};
