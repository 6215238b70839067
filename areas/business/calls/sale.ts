import { z } from 'zod';
import { InstantText, PlainDateText } from '#platform/calls/wire-values.ts';
import { PREVIEWS, type Sale, SALE_STATES } from '#areas/business/rules/sale-state.ts';

export const SaleReply = z.object({
  state: z.enum(SALE_STATES),
  opensOn: PlainDateText.optional(),
  ordersFrom: InstantText.optional(),
  backOn: PlainDateText.optional(),
  reason: z.string().optional(),
  /** Only for signed-in staff and holders of a preview link, before the public can order. */
  preview: z.enum(PREVIEWS).optional(),
}) satisfies z.ZodType<Sale>;
