import { z } from 'zod';
import { InstantText, PlainDateText } from '#platform/calls/wire-values.ts';
import { type Sale, SALE_STATES } from '#areas/business/rules/sale-state.ts';

/** Whether the kitchen sells, and when it will. */
export const SaleReply = z.object({
  state: z.enum(SALE_STATES),
  opensOn: PlainDateText.optional(),
  ordersFrom: InstantText.optional(),
  backOn: PlainDateText.optional(),
  reason: z.string().optional(),
}) satisfies z.ZodType<Sale>;
