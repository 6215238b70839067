/** What a page says of a portion at the table, beside its name: from the food that it is, not from the menu of today. */
import { z } from 'zod';
import { MISSING_REASONS } from '#areas/order-book/rules/pack-bag.ts';
import { PlainDateText } from '#platform/calls/wire-values.ts';

export const PORTION_FIELDS = {
  /** Of the meal's own page; null: it has none any more. */
  slug: z.string().nullable(),
  /** The address of its picture as the menu has it now; null: draw one from the name. */
  picture: z.string().nullable(),
  /** Empty: nothing was written. */
  heating: z.string(),
  storage: z.string(),
  /** The last day to eat it unfrozen; null: not known. */
  useBy: PlainDateText.nullable(),
  /** Null: not known. */
  freezable: z.boolean().nullable(),
  /** It comes warm, to be eaten then. */
  isWarm: z.boolean(),
  /** Of a bag that has left: why this portion is not in it; null: it is. */
  missing: z.enum(MISSING_REASONS).nullable(),
};
