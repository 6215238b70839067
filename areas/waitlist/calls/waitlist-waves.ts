/** Invitations to order for some of the waitlist at once. */
import { z } from 'zod';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, InstantText, text } from '#platform/calls/wire-values.ts';
import { WaitlistEntryId } from '#areas/waitlist/calls/waitlist.ts';
import { MakePreviewLinkRequest } from '#areas/order-book/calls/preview-links.ts';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import {
  WAVE_PEOPLE,
  WAVE_PEOPLE_MESSAGE,
  WAVE_SUBURBS_MESSAGE,
} from '#areas/waitlist/rules/invitation-wave.ts';

export const WaveReply = z.object({
  id: Id,
  createdAt: InstantText,
  sentBy: z.string(),
  suburbs: z.array(z.string()),
  /** Its people have a link by which they order before everyone else. */
  hasPreview: z.boolean(),
  stoppedAt: InstantText.nullable(),
  /** Without those who were removed from the list since. */
  people: z.int(),
  waiting: z.int(),
  sent: z.int(),
  /** Written to the data folder, because no mail server is set. */
  kept: z.int(),
  failed: z.int(),
  /** Taken back before they were sent: the wave was stopped, or someone unsubscribed. */
  takenBack: z.int(),
  /** People who ordered after the wave was sent, by email address. */
  ordered: z.int(),
  /** People who unsubscribed after it. */
  unsubscribed: z.int(),
});
export type WaveReply = z.infer<typeof WaveReply>;

export const listWaves = endpoint({
  method: 'GET',
  path: '/api/admin/waitlist/waves',
  right: 'manageWaitlist',
  summary: 'The newest 50 waves of invitations, and what became of each',
  reply: z.array(WaveReply),
});

export const WavePreview = z.object({
  previewHash: z.string(),
  /** Who joined first comes first. */
  people: z.array(
    z.object({
      id: WaitlistEntryId,
      name: z.string().nullable(),
      email: z.string(),
      suburb: z.string(),
      joinedAt: InstantText,
    }),
  ),
  /** The email to the first of them, without links that work; null: nobody is invited. */
  mail: z.object({ subject: z.string(), text: z.string() }).nullable(),
});
export type WavePreview = z.infer<typeof WavePreview>;

/** 409 carries the preview that is true now. */
export type WaveConflict = { code: 'preview_changed'; message: string; preview: WavePreview };

export const SendWaveRequest = z.strictObject({
  /** The same key never sends a second wave. */
  key: z.uuid(),
  suburbs: z.array(text(LONGEST_SUBURB)).min(1, WAVE_SUBURBS_MESSAGE).max(200),
  /** How many at most. */
  people: z
    .number()
    .refine(
      (count) => Number.isInteger(count) && count >= WAVE_PEOPLE.min && count <= WAVE_PEOPLE.max,
      WAVE_PEOPLE_MESSAGE,
    ),
  /** Before the kitchen is open to the public: their email has a link that opens it for them. Only for anyone who may make one. */
  preview: MakePreviewLinkRequest.omit({ name: true }).optional(),
  ...DRY_RUN,
});
export type SendWaveRequest = z.output<typeof SendWaveRequest>;

export const sendWave = endpoint({
  method: 'POST',
  path: '/api/admin/waitlist/waves',
  right: 'manageWaitlist',
  summary:
    'Invites people of these suburbs, who joined first first: each once, and nobody who has unsubscribed, ordered or been invited',
  refusals: ['preview_changed', 'sale_closed', 'too_many_previews'],
  body: SendWaveRequest,
  reply: z.object({
    preview: WavePreview,
    /** Null for a dry run. */
    wave: WaveReply.nullable(),
  }),
});

export const stopWave = endpoint({
  method: 'POST',
  path: '/api/admin/waitlist/waves/:id/stop',
  right: 'manageWaitlist',
  about: 'any',
  summary: 'Takes back the invitations of a wave that are not sent yet',
  params: z.object({ id: IdInPath }),
  reply: WaveReply,
});
