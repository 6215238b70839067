/** The menu of the week ahead, for customers to look at before they can order from it. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, PlainDateText } from '#platform/calls/wire-values.ts';

const NextMeal = z.object({
  name: z.string(),
  slug: z.string(),
  mealType: z.enum(['lunch', 'dinner']),
  calories: z.int(),
  protein: z.int(),
  price: z.string(),
  days: z.array(PlainDateText),
});

export const NextMenu = z.object({
  weekStart: PlainDateText,
  weekEnd: PlainDateText,
  /** When it can be ordered from. */
  opensAt: InstantText,
  /** In the order of the board, lunches first. */
  meals: z.array(NextMeal),
});
export type NextMenu = z.infer<typeof NextMenu>;

export const readNextMenu = endpoint({
  method: 'GET',
  path: '/api/next-menu',
  access: 'public',
  summary: 'The menu of the week after the one on sale, where the kitchen shows it; null: none',
  reply: z.object({ menu: NextMenu.nullable() }),
});
