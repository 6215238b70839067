import { z } from 'zod';
import {
  LONGEST_PREVIEW_NAME,
  MOST_PREVIEW_LINKS,
  ORDERS_OF_PREVIEW,
} from '#areas/order-book/rules/preview-links.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  lineOfText,
  PlainDateText,
} from '#platform/calls/wire-values.ts';

const PreviewLinkReply = z.object({
  id: Id,
  name: z.string(),
  /** The last day on which it works. */
  endsOn: PlainDateText,
  mostOrders: z.int(),
  orders: z.int(),
  createdAt: InstantText,
  madeBy: z.string(),
});
export type PreviewLinkReply = z.infer<typeof PreviewLinkReply>;

export const listPreviewLinks = endpoint({
  method: 'GET',
  path: '/api/admin/going-live/previews',
  right: 'manageSettings',
  summary: 'The preview links that work, newest first, and what was ordered by each',
  reply: z.array(PreviewLinkReply),
});

const ORDERS_MESSAGE = `Please enter a number from ${ORDERS_OF_PREVIEW.min} to ${ORDERS_OF_PREVIEW.max}`;

export const MakePreviewLinkRequest = z.strictObject({
  name: lineOfText(LONGEST_PREVIEW_NAME)
    .transform((name) => name.trim())
    .refine((name) => name !== '', 'Please say who it is for'),
  endsOn: PlainDateText,
  mostOrders: z
    .int(ORDERS_MESSAGE)
    .min(ORDERS_OF_PREVIEW.min, ORDERS_MESSAGE)
    .max(ORDERS_OF_PREVIEW.max, ORDERS_MESSAGE),
});
export type MakePreviewLinkRequest = z.output<typeof MakePreviewLinkRequest>;

export const makePreviewLink = endpoint({
  method: 'POST',
  path: '/api/admin/going-live/previews',
  right: 'manageSettings',
  summary: `Makes a preview link, shown only in this reply; at most ${MOST_PREVIEW_LINKS} work at a time`,
  refusals: ['too_many_previews'],
  body: MakePreviewLinkRequest,
  status: 201,
  /** `url`: shown only once, because we store only a hash. */
  reply: z.object({ url: z.string(), made: PreviewLinkReply }),
});

export const endPreviewLink = endpoint({
  method: 'DELETE',
  path: '/api/admin/going-live/previews/:linkId',
  right: 'manageSettings',
  about: 'any',
  summary: 'Ends a preview link at once; orders placed by it stay',
  params: z.object({ linkId: IdInPath }),
  reply: z.array(PreviewLinkReply),
});
