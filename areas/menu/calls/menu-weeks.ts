import { z } from 'zod';
import { sentBack } from '#platform/calls/sent-back.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, InstantText, PlainDateText } from '#platform/calls/wire-values.ts';
import { MENU_STATES } from '#areas/menu/rules/menu-week.ts';

const MOST_MEALS = 200;

const Entry = z.object({
  mealId: Id,
  /** The days of the week on which it is offered. */
  days: z.array(PlainDateText).min(1, 'Choose at least one day').max(7),
});

export const MenuWeekReply = z.object({
  /** The first day of the ordering week. */
  weekStart: PlainDateText,
  state: z.enum(MENU_STATES),
  /** Customers order from it from then on, when it is ready. */
  publishAt: InstantText,
  entries: z.array(Entry),
  version: z.int(),
  savedAt: InstantText,
  savedBy: z.string(),
});
export type MenuWeekReply = z.infer<typeof MenuWeekReply>;

const SoldMeal = z.object({
  mealId: Id,
  name: z.string(),
  date: PlainDateText,
  /** Portions that customers have paid for: they stay, and are cooked. */
  sold: z.int(),
});

export const SavedMenuReply = MenuWeekReply.extend({
  /** Taken off with this save though sold already: only new sales stop. */
  stillSold: z.array(SoldMeal),
});
export type SavedMenuReply = z.infer<typeof SavedMenuReply>;

export const MenuWeekFields = z.object({
  state: z.enum(MENU_STATES),
  /** In the order of the board. */
  entries: z.array(z.strictObject(Entry.shape)).max(MOST_MEALS),
  /** As last seen; left out: there was no menu yet. */
  version: z.int().positive().optional(),
});
export type MenuWeekFields = z.infer<typeof MenuWeekFields>;

const Path = '/api/admin/menu-weeks';
const OneWeek = z.object({ weekStart: PlainDateText });

export const listMenuWeeks = endpoint({
  method: 'GET',
  path: Path,
  right: 'seeMeals',
  summary: 'The menus of weeks, drafts too, by their first day',
  query: z.strictObject({ from: PlainDateText, to: PlainDateText }),
  reply: z.array(MenuWeekReply),
});

export const saveMenuWeek = endpoint({
  method: 'PUT',
  path: `${Path}/:weekStart`,
  right: 'editMeals',
  about: 'any',
  summary: 'Saves the menu of a week as a whole; 409 `changed_meanwhile` when someone else has',
  refusals: ['changed_meanwhile'],
  params: OneWeek,
  body: sentBack(MenuWeekFields, MenuWeekReply),
  reply: SavedMenuReply,
});
export type MenuWeekChange = z.output<typeof saveMenuWeek.body>;

export const deleteMenuWeek = endpoint({
  method: 'DELETE',
  path: `${Path}/:weekStart`,
  right: 'editMeals',
  about: 'any',
  summary: 'Takes the menu of a week away: it sells what is switched on',
  params: OneWeek,
});

const LeftOutMeal = z.object({ mealId: Id, name: z.string(), why: z.string() });

/** `leftOut`: meals that are not for sale any more. */
export const CopiedMenusReply = z.object({
  made: z.array(z.object({ weekStart: PlainDateText, from: PlainDateText })),
  /** Weeks that have a menu already, which stays. */
  kept: z.array(PlainDateText),
  leftOut: z.array(LeftOutMeal),
});
export type CopiedMenusReply = z.infer<typeof CopiedMenusReply>;

export const rotateMenus = endpoint({
  method: 'POST',
  path: `${Path}/rotate`,
  right: 'editMeals',
  summary:
    'Makes drafts for the weeks after a menu, or a sequence of menus, by repeating it; weeks that have a menu keep it',
  refusals: ['changed_meanwhile', 'nothing_to_copy'],
  body: z.strictObject({
    /** The first week of the sequence. */
    from: PlainDateText,
    /** How many weeks the sequence has: 1 copies one week. */
    every: z.int().min(1).max(8),
    /** How many weeks to make drafts for. */
    weeks: z.int().min(1).max(52),
  }),
  reply: CopiedMenusReply,
});

/** The menu of the week ahead, for customers to look at before they can order from it. */
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
