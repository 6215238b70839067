import { z } from 'zod';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText } from '#platform/calls/wire-values.ts';

const Counts = {
  /** For the sample menu, as they came, archived ones left out. */
  meals: z.int(),
  /** For the sample menu, and changed since: they stay. */
  changed: z.int(),
  /** They stay too. */
  ingredients: z.int(),
};

const SampleMenuReply = z.object({
  ...Counts,
  /** Taken out, and it can still be brought back; null: it cannot. */
  removed: z
    .object({ at: InstantText, by: z.string(), until: InstantText, meals: z.int() })
    .nullable(),
});
export type SampleMenuReply = z.infer<typeof SampleMenuReply>;

export const readSampleMenu = endpoint({
  method: 'GET',
  path: '/api/admin/sample-menu',
  right: 'editMeals',
  summary: 'How much of the sample menu is still there, and whether it can be brought back',
  reply: SampleMenuReply,
});

const RemovalReply = z.object({
  ...Counts,
  previewHash: z.string(),
  /** Why it can't be removed now; null: it can. */
  refusal: z.string().nullable(),
});

export const removeSampleMenu = endpoint({
  method: 'POST',
  path: '/api/admin/sample-menu/remove',
  right: 'editMeals',
  summary:
    'Archives the meals of the sample menu that nobody has changed, with what only they are cooked from. 409 nothing_left_to_sell while the kitchen is open and has no other meal on the menu',
  refusals: ['nothing_left_to_sell', 'preview_changed'],
  body: z.strictObject(DRY_RUN),
  reply: RemovalReply,
});
export type RemovalReply = z.infer<typeof RemovalReply>;

export const bringBackSampleMenu = endpoint({
  method: 'POST',
  path: '/api/admin/sample-menu/bring-back',
  right: 'editMeals',
  summary: 'Brings back what was removed of the sample menu in the last 30 days, as it was',
  refusals: ['name_taken', 'nothing_to_undo'],
  reply: SampleMenuReply,
});
