import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { IdInPath, PlainDateText } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';

const GiftCardQuery = z
  .strictObject({
    date: PlainDateText.optional(),
    window: DeliveryWindowText.optional(),
    /** One stop alone. */
    deliveryId: IdInPath.optional(),
  })
  .refine(({ date, deliveryId }) => (date === undefined) !== (deliveryId === undefined), {
    path: ['date'],
    message: 'Please send a date or a stop: date=2026-01-31 or deliveryId=31',
  });
export type GiftCardQuery = z.output<typeof GiftCardQuery>;

export const getGiftCards = endpoint({
  method: 'GET',
  path: '/api/admin/gift-cards',
  right: 'printLabels',
  about: 'todaysBags',
  summary:
    'The cards of a day’s presents, or of one stop, as PDF: A6, one a page, by stop; for packers, of today and tomorrow',
  query: GiftCardQuery,
  reply: z.unknown(),
  mediaType: 'application/pdf',
});
