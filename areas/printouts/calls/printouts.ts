import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import {
  Id,
  IdInPath,
  InstantText,
  PlainDateText,
  StoredWindow,
} from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { PRINTOUT_KINDS } from '#areas/printouts/rules/printout-state.ts';

const FORMATS = ['pdf', 'csv'] as const;

const File = z.unknown();

/** True: a preview. It says so on the page, and nobody is alerted when it goes out of date. */
export const Preview = z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false);

export const getPrepSheet = endpoint({
  method: 'GET',
  path: '/api/admin/prep-sheet',
  right: 'makePrintouts',
  summary: 'The prep sheet of a date, as PDF or CSV',
  refusals: ['no_deliveries'],
  query: z.strictObject({
    date: PlainDateText,
    format: z.enum(FORMATS).default('pdf'),
    preview: Preview,
  }),
  reply: File,
  mediaType: ['application/pdf', 'text/csv'],
});

export const getRunSheet = endpoint({
  method: 'GET',
  path: '/api/admin/run-sheet',
  right: 'makePrintouts',
  summary: 'The run sheet of a date or one of its windows, as PDF or as CSV for a route planner',
  refusals: ['no_deliveries'],
  query: z.strictObject({
    date: PlainDateText,
    window: DeliveryWindowText.optional(),
    driver: z.uuid().optional(),
    format: z.enum(FORMATS).default('pdf'),
    preview: Preview,
  }),
  reply: File,
  mediaType: ['application/pdf', 'text/csv'],
});

export const getDayPrintouts = endpoint({
  method: 'GET',
  path: '/api/admin/day-papers',
  right: 'makePrintouts',
  summary: 'The prep sheet of a date and the run sheet of each driver, as one PDF',
  refusals: ['no_deliveries'],
  query: z.strictObject({ date: PlainDateText, preview: Preview }),
  reply: File,
  mediaType: 'application/pdf',
});

export const getChangeSlip = endpoint({
  method: 'GET',
  path: '/api/admin/papers/:id/change-slip',
  right: 'makePrintouts',
  about: 'any',
  summary: 'The change slip of a printout: what has changed since it was made, as PDF',
  params: z.object({ id: IdInPath }),
  query: z.strictObject({ preview: Preview }),
  reply: File,
  mediaType: 'application/pdf',
});

const MealChange = z.object({
  mealId: Id,
  name: z.string(),
  change: z.int(),
  now: z.int(),
});

const BagChange = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  orderId: Id,
  orderNumber: z.string(),
  customerName: z.string(),
  window: StoredWindow,
  lines: z.array(z.string()),
});

export const PrintoutReply = z.object({
  id: Id,
  kind: z.enum(PRINTOUT_KINDS),
  format: z.enum(FORMATS),
  /** Null: the whole day. */
  window: StoredWindow.nullable(),
  date: PlainDateText,
  /** Printed on it: the same orders give the same version. */
  version: z.string(),
  printedAt: InstantText,
  /** When its newest change slip was made; null when it has none. */
  slipPrintedAt: InstantText.nullable(),
  /** True when there are changes on neither the printout nor its slip: it is out of date. */
  isStale: z.boolean(),
  meals: z.array(MealChange),
  orders: z.array(BagChange),
  /** Pots and trays that are otherwise than a prep sheet says, a line each. */
  work: z.array(z.string()),
});
export type PrintoutReply = z.infer<typeof PrintoutReply>;

export const listPrintouts = endpoint({
  method: 'GET',
  path: '/api/admin/papers',
  right: 'makePrintouts',
  summary: 'The newest printout of each kind for a date, and what has changed since',
  query: z.strictObject({ date: PlainDateText }),
  reply: z.array(PrintoutReply),
});

export const listStaleDates = endpoint({
  method: 'GET',
  path: '/api/admin/papers/stale-dates',
  right: 'makePrintouts',
  summary: 'Dates from today on with printouts that are out of date',
  reply: z.array(PlainDateText),
});

const GiftCardQuery = z
  .strictObject({
    date: PlainDateText.optional(),
    window: DeliveryWindowText.optional(),
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
