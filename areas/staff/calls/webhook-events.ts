/** What is sent to webhooks. Small on purpose: no names, addresses or food needs; anyone who may see more asks by the id. */
import { z } from 'zod';
import { AmountText, Id, InstantText, PlainDateText } from '#platform/calls/wire-values.ts';
import { DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { WEBHOOK_EVENTS, type WebhookEventName } from '#platform/rules/webhooks.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';

const OrderNews = z.object({
  orderId: Id,
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** For the order as it is now, in dollars. */
  total: AmountText,
  /** Grows with each change: of two events, the higher one is newer. */
  version: z.int(),
});

const DeliveryNews = z.object({
  orderId: Id,
  orderNumber: z.string(),
  deliveryId: Id,
  date: PlainDateText,
  timeSlot: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  version: z.int(),
});

const RefundNews = z.object({
  orderId: Id,
  orderNumber: z.string(),
  refundId: Id,
  amount: AmountText,
});

function eventOf<Name extends string, Data extends z.ZodType>(type: Name, data: Data) {
  return z.object({ type: z.literal(type), timestamp: InstantText, data });
}

export const WEBHOOK_BODIES = {
  'order.paid': eventOf('order.paid', OrderNews),
  'order.changed': eventOf('order.changed', OrderNews),
  'order.cancelled': eventOf('order.cancelled', OrderNews),
  'delivery.changed': eventOf('delivery.changed', DeliveryNews),
  'refund.succeeded': eventOf('refund.succeeded', RefundNews),
  'refund.failed': eventOf('refund.failed', RefundNews),
} as const satisfies Record<WebhookEventName, z.ZodType>;

/** Sent from the portal, to try an endpoint. */
const TestBody = eventOf('test', z.object({ message: z.string() }));

export const WebhookBody = z.discriminatedUnion('type', [
  ...WEBHOOK_EVENTS.map((name) => WEBHOOK_BODIES[name]),
  TestBody,
] as unknown as [(typeof WEBHOOK_BODIES)[WebhookEventName], typeof TestBody]);
export type WebhookBody = z.infer<typeof WebhookBody>;

export const WEBHOOK_TYPES = [...WEBHOOK_EVENTS, 'test'] as const;
