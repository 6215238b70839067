import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { IdInPath, PlainDateText } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { LABEL_KINDS, LABEL_LAYOUTS } from '#areas/printouts/rules/label-content.ts';

const severalIds = z.union([IdInPath.transform((id) => [id]), z.array(IdInPath).max(500)]);

const LabelQuery = z
  .strictObject({
    date: PlainDateText.optional(),
    /** One or more: `orderId=7&orderId=9`. With `date`, only what those orders get on that day. */
    orderId: severalIds.optional(),
    /** One or more stops: `deliveryId=31&deliveryId=32`. */
    deliveryId: severalIds.optional(),
    /** Only what this person gets, by name; with an order or a stop. */
    person: z.string().min(1).max(100).optional(),
    /** Only these portions; with an order or a stop. */
    itemId: severalIds.optional(),
    window: DeliveryWindowText.optional(),
    layout: z.enum(LABEL_LAYOUTS).default('roll'),
    kind: z.enum(LABEL_KINDS).default('food'),
    /** True: a preview; nobody is alerted when such labels go out of date. */
    preview: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  })
  .refine((query) => query.date !== undefined || isOfOrderOrStop(query), {
    path: ['date'],
    message: 'Please send a date, an order or a stop: date=2026-01-31, orderId=7 or deliveryId=31',
  })
  .refine((query) => query.person === undefined || isOfOrderOrStop(query), {
    path: ['person'],
    message: 'Please send the order or the stop of this person too',
  })
  .refine((query) => query.itemId === undefined || isOfOrderOrStop(query), {
    path: ['itemId'],
    message: 'Please send the order or the stop of this portion too',
  })
  .refine(({ person, itemId, kind }) => kind === 'food' || (person ?? itemId) === undefined, {
    path: ['kind'],
    message: 'The label of a bag is of its whole stop: send kind=food, or no person and no portion',
  });

function isOfOrderOrStop(query: { orderId?: unknown; deliveryId?: unknown }): boolean {
  return query.orderId !== undefined || query.deliveryId !== undefined;
}

export type LabelQuery = z.output<typeof LabelQuery>;

export const getLabels = endpoint({
  method: 'GET',
  path: '/api/admin/labels',
  access: 'staff',
  right: 'printLabels',
  about: 'todaysBags',
  summary:
    'Labels of a date, of orders, stops, a person or portions as PDF, 100 x 62 mm on a roll or eight on a sheet of A4, in packing order; for packers, of today and tomorrow',
  query: LabelQuery,
  reply: z.unknown(),
  mediaType: 'application/pdf',
});
