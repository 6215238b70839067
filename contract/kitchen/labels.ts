import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { DeliveryWindowText, IdInPath, PlainDateText } from '#contract/wire-values.ts';
import { LABEL_KINDS, LABEL_LAYOUTS } from '#domain/kitchen/label-content.ts';

const LabelQuery = z
  .strictObject({
    date: PlainDateText.optional(),
    /** One or more: `orderId=7&orderId=9`. With `date`, only what those orders get on that day. */
    orderId: z.union([IdInPath.transform((id) => [id]), z.array(IdInPath).max(500)]).optional(),
    window: DeliveryWindowText.optional(),
    layout: z.enum(LABEL_LAYOUTS).default('roll'),
    kind: z.enum(LABEL_KINDS).default('food'),
    /** True: a preview; nobody is alerted when such labels go out of date. */
    preview: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  })
  .refine(({ date, orderId }) => date !== undefined || orderId !== undefined, {
    path: ['date'],
    message: 'Please send a date or an order: date=2026-01-31 or orderId=7',
  });
export type LabelQuery = z.output<typeof LabelQuery>;

export const getLabels = endpoint({
  method: 'GET',
  path: '/api/admin/labels',
  access: 'staff',
  right: 'makePrintouts',
  summary:
    'Labels of a date or of orders as PDF, 100 x 62 mm on a roll or eight on a sheet of A4, in packing order',
  query: LabelQuery,
  reply: z.unknown(),
  mediaType: 'application/pdf',
});
