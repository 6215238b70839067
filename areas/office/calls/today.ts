/** What the home page of staff shows of the day. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Version } from '#areas/order-book/calls/admin-orders.ts';
import { Id, IdInPath, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { REPORTED_STATUSES } from '#areas/order-book/rules/delivery-status.ts';
import { MOST_TODAY_ITEMS, TODAY_LISTS } from '#areas/order-book/rules/today.ts';

export const TodayWindowReply = z.object({
  timeSlot: StoredWindow,
  /** Deliveries that are not cancelled. */
  stops: z.int(),
  /** The window is over, and nobody has said how they ended. */
  late: z.int(),
  counts: z.record(z.enum(REPORTED_STATUSES), z.int()),
});
export type TodayWindowReply = z.infer<typeof TodayWindowReply>;

export const TodayItemReply = z.object({
  /** Text where it is no row of ours, as an alarm's. */
  id: z.union([z.int(), z.string()]),
  label: z.string(),
  /** The day its page opens at. */
  date: PlainDateText.nullable(),
  orderId: Id.nullable(),
  /** Of a delivery whose report is to be checked: to say that it was. */
  version: z.int().optional(),
});
export type TodayItemReply = z.infer<typeof TodayItemReply>;

export const TodayListReply = z.object({
  kind: z.enum(TODAY_LISTS),
  count: z.int().min(1),
  /** The first few. */
  items: z.array(TodayItemReply).max(MOST_TODAY_ITEMS),
  /** Of `money_owed`, as text with two decimals: what customers owe us, and what we owe them. */
  money: z.object({ owed: z.string(), toRefund: z.string() }).optional(),
});
export type TodayListReply = z.infer<typeof TodayListReply>;

export const TodayReply = z.object({
  date: PlainDateText,
  /** Those with deliveries today. */
  windows: z.array(TodayWindowReply),
  /** The worst first; none that is empty, and none that the role may not see. */
  lists: z.array(TodayListReply),
});
export type TodayReply = z.infer<typeof TodayReply>;

export const getToday = endpoint({
  method: 'GET',
  path: '/api/admin/today',
  access: 'staff',
  right: 'seeDeliveries',
  summary: 'How far today’s deliveries have come, and what needs a hand',
  reply: TodayReply,
});

export const seeFlag = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/flag-seen/:id',
  access: 'staff',
  right: 'setDeliveryStatus',
  about: 'any',
  summary: 'Someone has looked at a report that needed a person: Today lists it no longer',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    /** As it was shown: another report since is to be looked at as well. */
    version: Version,
  }),
  status: 204,
  reply: z.void(),
});
