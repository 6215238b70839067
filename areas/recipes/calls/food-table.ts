/** Figures of ingredients from a food composition table, such as the Australian one, as a CSV file. */
import { eachNutrient } from '#areas/menu/rules/nutrition.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, lineOfText, text } from '#platform/calls/wire-values.ts';
import {
  columnsBy,
  LONGEST_FOOD_KEY,
  LONGEST_FOOD_NAME,
  ENERGY_UNITS,
  SODIUM_UNITS,
} from '#areas/recipes/rules/food-table.ts';
import { RecipeBookReply } from './recipe-book.ts';

export const LARGEST_TABLE_MB = 10;
export const MOST_TABLE_LINES = 50_000;
export const MOST_PROBLEMS = 100;
const MOST_CHOSEN = 500;

/** For 100 g; null: the table does not know it; left out: the table has no such column, and what is known stays. */
const Figures = eachNutrient(() => z.number().min(0).max(99_999).nullable().optional());

const Food = z.object({ key: z.string().nullable(), name: z.string(), ...Figures });
export type FoodReply = z.infer<typeof Food>;

const MatchedIngredient = z.object({
  id: Id,
  name: z.string(),
  version: z.int(),
  nutrientSource: z.string(),
  ...eachNutrient(() => z.number().nullable()),
  /** Its figures came from this very food before, by its key. */
  isKnown: z.boolean(),
  /** The known one, then the likest by name. Suggestions: nothing is taken that nobody chose. */
  foods: z.array(Food),
});
export type MatchedIngredient = z.infer<typeof MatchedIngredient>;

export const FoodTableReply = z.object({
  headings: z.array(z.string()),
  /** Position of each column, from 0. */
  columns: z.object(columnsBy(() => z.int().nullable())),
  /** Columns that seem to be in another unit than ours: someone says so before anything is taken. */
  doubts: z.array(
    z.object({
      column: z.enum(['kilojoules', 'sodiumMg']),
      at: z.int(),
      unit: z.enum(['kilocalories', 'grams']),
      /** By its heading; false: by its figures. */
      isSaid: z.boolean(),
    }),
  ),
  /** Columns of this table have to be named before it can be read. */
  needsColumns: z.boolean(),
  foodCount: z.int(),
  /** The first of them. With one of them, nothing of the file can be taken. */
  problems: z.array(z.object({ line: z.int(), column: z.string(), message: z.string() })),
  problemCount: z.int(),
  ingredients: z.array(MatchedIngredient),
});
export type FoodTableReply = z.infer<typeof FoodTableReply>;

const Position = z.coerce.number().int().min(0).max(2000).optional();
/** Left out, all of them: by the headings of the Australian table. */
const ColumnsQuery = z.strictObject({
  ...columnsBy(() => Position),
  /** Left out: nobody has said. */
  energyIn: z.enum(ENERGY_UNITS).optional(),
  sodiumIn: z.enum(SODIUM_UNITS).optional(),
});
export type ColumnsQuery = z.output<typeof ColumnsQuery>;

/** The body is the CSV file itself. */
export const previewFoodTable = endpoint({
  method: 'POST',
  path: '/api/admin/food-table/preview',
  right: 'editRecipes',
  summary:
    'Reads a food composition table as CSV and says which of its foods fit which ingredient. Stores nothing',
  query: ColumnsQuery,
  reply: FoodTableReply,
});

export const findFoods = endpoint({
  method: 'POST',
  path: '/api/admin/food-table/find',
  right: 'editRecipes',
  summary: 'Foods of a table as CSV whose names have these words. Stores nothing',
  query: z.strictObject({ ...ColumnsQuery.shape, words: lineOfText(80) }),
  reply: z.object({ foods: z.array(Food) }),
});

const ChosenFood = z.strictObject({
  ingredientId: Id,
  /** As the preview said it. */
  version: z.int().positive(),
  key: text(LONGEST_FOOD_KEY).nullable().default(null),
  name: lineOfText(LONGEST_FOOD_NAME),
  ...Figures,
});

export const TakeFoodsRequest = z.strictObject({
  /** What the table is called: "AFCD Release 3". */
  source: lineOfText(60).refine((source) => source.trim() !== '', 'Say where the figures are from'),
  foods: z.array(ChosenFood).min(1, 'Choose at least one food').max(MOST_CHOSEN),
  /** True: the table has these unlikely figures so. Kept with who says it. */
  checked: z.boolean().default(false),
});
export type TakeFoodsRequest = z.output<typeof TakeFoodsRequest>;

export const takeFoods = endpoint({
  method: 'POST',
  path: '/api/admin/food-table/take',
  right: 'editRecipes',
  about: 'any',
  summary:
    'Gives ingredients the figures of the foods that were chosen for them, all or none. 409 changed_meanwhile names those that someone has changed since; 409 unlikely_figures has `fields`, unless `checked` says that someone looked',
  refusals: ['allergens_differ', 'changed_meanwhile', 'unlikely_figures'],
  body: TakeFoodsRequest,
  reply: RecipeBookReply,
});
