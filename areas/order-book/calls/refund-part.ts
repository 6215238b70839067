import { z } from 'zod';
import { Id, text } from '#platform/calls/wire-values.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { MOST_ITEMS } from '#areas/order-book/rules/prepared-order.ts';

export const RefundPart = z.union([
  z.strictObject({ items: z.array(Id).min(1).max(MOST_ITEMS) }),
  z.strictObject({ personName: text(LONGEST_NAME) }),
  z.strictObject({ deliveryId: Id }),
  /** What is left of the delivery fees: of everything, or of the meals of one delivery. */
  z.strictObject({ fee: z.literal(true), deliveryId: Id.optional() }),
  /** Money that was kept of what was cancelled. */
  z.strictObject({ kept: Id }),
]);
export type RefundPart = z.infer<typeof RefundPart>;
