import { z } from 'zod';
import { MOST_DELIVERIES_AT_ONCE } from '#areas/orders/calls/deliveries.ts';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, InstantText, PlainDateText, StoredWindow } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';

export const DriverReply = z.object({ id: z.uuid(), name: z.string() });
export type DriverReply = z.infer<typeof DriverReply>;

export const listDrivers = endpoint({
  method: 'GET',
  path: '/api/admin/deliveries/drivers',
  right: 'seeDeliveries',
  summary: 'Staff who may drive',
  reply: z.array(DriverReply),
});

const DriverId = z.uuid();

export const AssignDriversRequest = z.strictObject({
  date: PlainDateText,
  window: DeliveryWindowText,
  /** For the run, as it was seen. */
  version: z.int().min(0),
  parts: z
    .array(
      z.strictObject({
        /** Null: nobody in particular, so every driver sees them. */
        driverId: DriverId.nullable(),
        ids: z.array(Id).min(1).max(MOST_DELIVERIES_AT_ONCE),
      }),
    )
    .min(1)
    .max(20),
});
export type AssignDriversRequest = z.infer<typeof AssignDriversRequest>;

export const assignDrivers = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/assign',
  right: 'moveDeliveries',
  about: 'any',
  summary:
    'Gives the stops of a window to drivers; their numbers stay. 409 when someone changed the run meanwhile',
  refusals: ['changed_meanwhile'],
  body: AssignDriversRequest,
  reply: z.object({ version: z.int(), assigned: z.int() }),
});

const HandedStop = z.object({
  id: Id,
  stop: z.int(),
  window: StoredWindow,
  name: z.string(),
  to: DriverReply,
  /** There was time to bring it since the last report: ask. */
  isMaybeDone: z.boolean(),
});

export const HandOverReply = z.object({
  from: DriverReply,
  /** Their last report from the road; null: none today. */
  lastReportAt: InstantText.nullable(),
  stops: z.array(HandedStop),
  /** Sent along, it does exactly this. */
  previewHash: z.string(),
});
export type HandOverReply = z.infer<typeof HandOverReply>;

export const handOver = endpoint({
  method: 'POST',
  path: '/api/admin/deliveries/hand-over',
  right: 'moveDeliveries',
  summary:
    'Gives all open stops of a driver to one or two others, in contiguous parts; 409 preview_changed when they are no longer those of the preview',
  refusals: ['preview_changed'],
  body: z
    .strictObject({
      date: PlainDateText.optional(),
      from: DriverId,
      to: z.array(DriverId).min(1).max(2),
      ...DRY_RUN,
    })
    .refine(({ from, to }) => !to.includes(from), {
      path: ['to'],
      message: 'Choose another driver than the one who hands over',
    })
    .refine(({ to }) => new Set(to).size === to.length, {
      path: ['to'],
      message: 'Choose two different drivers',
    }),
  reply: HandOverReply,
});
