import { SALE_WORDS } from '#areas/business/rules/sale-state.ts';
import type { TextEntry } from './text-entry.ts';

/** What stands on every page, and above the first step of an order. */
export const FRAME_TEXTS = {
  notice: {
    page: 'every',
    label: 'Notice',
    hint: 'A line at the top of every page, from a day to a day.',
    kind: 'notice',
    ours: '',
  },
  'footer.area': {
    page: 'every',
    label: 'Below the delivery areas',
    hint: 'What people should know about your area. Empty by default.',
    kind: 'line',
    ours: 'Mainland suburbs only; we don’t deliver to the bay islands.',
    onlyWith: ['suburbs', 'region'],
  },
  'order.lead': {
    page: 'every',
    label: 'Above the first step of an order',
    hint: 'How to order is added after it.',
    kind: 'line',
    ours: '{services} for everyone at your table, cooked locally and delivered across {area}.',
  },
  'sale.before': {
    page: 'every',
    label: 'Before you open for orders',
    hint: 'After “We’re not open yet.” or “We open on …”.',
    kind: 'line',
    ours: SALE_WORDS.before,
  },
  'sale.break': {
    page: 'every',
    label: 'On a break',
    hint: 'After the days of the break, which we write.',
    kind: 'line',
    ours: SALE_WORDS.break,
  },
  'sale.ended': {
    page: 'every',
    label: 'After your last day',
    kind: 'line',
    ours: SALE_WORDS.ended,
  },
} as const satisfies Record<string, TextEntry>;
