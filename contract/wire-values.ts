/** The small values that several calls share, as they look on the wire. */
import { z } from 'zod';
import { isPlainDate } from '#domain/calendar/plain-date.ts';
import { type DeliveryWindow, parseDeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { parseAmount } from '#domain/money.ts';

/** A NUL cannot be stored as text and a lone surrogate cannot be sent as UTF-8. */
function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

export function text(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must be ${maxLength} characters or fewer`)
    .refine(isStorableText, 'contains characters that cannot be stored');
}

export const Id = z.int().positive().max(2_147_483_647);
export const IdInPath = z.coerce.number().pipe(Id);
export const PlainDateText = z.string().refine(isPlainDate, 'must be a date such as 2026-01-31');
export const AmountText = z
  .string()
  .refine((amount) => parseAmount(amount) !== null, 'must be an amount such as "14.99"');
export const MealTypeText = z.enum(MEAL_TYPES);

/** `11:00-13:00` or its label `11am-1pm`; the wire form comes out. */
export const DeliveryWindowText = z.string().transform((sent, context): DeliveryWindow => {
  const window = parseDeliveryWindow(sent);
  if (window) return window;
  context.addIssue({ code: 'custom', message: 'must be 11:00-13:00 or 16:00-18:00' });
  return z.NEVER;
});
export const InstantText = z.iso.datetime();
