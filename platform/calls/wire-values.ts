/** The small values that several calls share, as they look on the wire. */
import { z } from 'zod';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { parseAmount } from '#platform/rules/money.ts';

/** A NUL cannot be stored as text and a lone surrogate cannot be sent as UTF-8. */
function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

/** Text whose length is limited elsewhere. */
export const StorableText = z
  .string()
  .refine(isStorableText, 'contains characters that cannot be stored');

export function text(maxLength: number) {
  return StorableText.max(maxLength, `must be ${maxLength} characters or fewer`);
}

/** One line of it, such as the subject of an email: a line break would end its header. */
export function lineOfText(maxLength: number) {
  return text(maxLength).refine((line) => !/\p{Cc}/u.test(line), 'must be one line');
}

/** Why staff do what is refused without. */
export const ReasonText = text(200).refine(
  (reason) => reason.trim().length >= 10,
  'Please give a reason of at least 10 characters',
);

export const Id = z.int().positive().max(2_147_483_647);
/** An address is text: openapi.json says that an id in one is a whole number. */
export const ID_IN_PATH = /^[1-9]\d{0,9}$/;
export const IdInPath = z.string().regex(ID_IN_PATH, 'must be a number').transform(Number).pipe(Id);
/** The database has no year 0, and counting on from the end of 9999 gives five-digit years. */
function isStorableDate(value: string): boolean {
  return isPlainDate(value) && value >= '0001-01-01' && value < '9999-01-01';
}

export const PlainDateText = z
  .string()
  .refine(isStorableDate, 'must be a date such as 2026-01-31')
  .meta({ format: 'date' });
export const AmountText = z
  .string()
  .refine((amount) => parseAmount(amount) !== null, 'must be an amount such as "14.99"');

/** A window as the database keeps it. Whether it is one of the kitchen's is for its facts to say. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const StoredWindow = z.templateLiteral([TimeOfDay, '-', TimeOfDay]);

export const InstantText = z.iso.datetime();

/** An empty field of a search form means no filter. */
export function orNothing<T extends z.ZodType>(schema: T) {
  return z
    .literal('')
    .transform(() => undefined)
    .or(schema)
    .optional();
}

/** In tenths of a degree Celsius; beyond these, no kitchen thermometer shows anything. */
export const TenthsValue = z.int().min(-500).max(3000);

/** What a list is sorted by: "name", or "-name" for the other way round. */
export function sortText<const Name extends string>(names: readonly Name[]) {
  return z.enum(names.flatMap((name) => [name, `-${name}` as const]));
}
