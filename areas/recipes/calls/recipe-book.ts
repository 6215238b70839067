import { eachNutrient } from '#areas/menu/rules/nutrition.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, InstantText, lineOfText, text } from '#platform/calls/wire-values.ts';
import { mealRequestSchemas } from '#areas/menu/calls/meal-schemas.ts';
import { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { STOCK_RULES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import { BASE_UNITS, INPUT_UNITS, type InputUnit, LARGEST_QTY } from '#areas/menu/rules/units.ts';
import {
  KEEPS_BECAUSE,
  LONGEST_KEEPS_DAYS,
  LONGEST_PREP,
  LONGEST_STEPS,
  MOST_LINES,
  MOST_MINUTES,
} from '#areas/menu/rules/recipe-limits.ts';
import { LONGEST_EQUIPMENT_NAME } from '#areas/business/rules/kitchen-hours.ts';

const AllergenList = z.array(z.enum(ALLERGENS)).max(ALLERGENS.length);
const Figure = z.number().min(0).max(99_999).nullable();
const figures = eachNutrient(() => Figure);

const Pack = z.object({ qty: z.int(), priceCents: z.int().nullable() });

/** Quantities in whole base units; figures for 100 g, null: not known. */
const IngredientReply = z.object({
  id: Id,
  name: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  gramsPerLitre: z.int().nullable(),
  gramsPer100Pieces: z.int().nullable(),
  lossBp: z.int(),
  storeArea: z.enum(STORE_AREAS),
  isBought: z.boolean(),
  stockRule: z.enum(STOCK_RULES).nullable(),
  reserveQty: z.int().nullable(),
  labelName: z.string(),
  labelParts: z.string(),
  /** Null: nobody has read the pack. */
  contains: AllergenList.nullable(),
  mayContain: AllergenList,
  checkedAt: InstantText.nullable(),
  nutrientSource: z.string(),
  ...figures,
  /** Who said that the pack has its unlikely figures so; null: they are likely. */
  figuresVouchedBy: z.string().nullable(),
  /** The preferred one. */
  pack: Pack.nullable(),
  version: z.int(),
});
export type IngredientReply = z.infer<typeof IngredientReply>;

/** `prep`: how it is cut or dressed; left out: the steps say all. */
const line = { qty: z.int(), lossBp: z.int().nullable(), prep: z.string().optional() };
const LineReply = z.union([
  z.object({ ingredientId: Id, ...line }),
  z.object({ componentId: Id, ...line }),
]);

const minutesOf = <Schema extends z.ZodType>(Of: Schema) => ({
  handsMinutes: Of,
  restMinutes: Of,
  cookMinutes: Of,
  chillMinutes: Of,
});
/** Null: not entered. */
const minutesReply = minutesOf(z.int().nullable());

const ComponentReply = z.object({
  id: Id,
  name: z.string(),
  baseUnit: z.enum(['g', 'ml']),
  gramsPerLitre: z.int().nullable(),
  potQty: z.int(),
  minQty: z.int(),
  wholePots: z.boolean(),
  keepsDays: z.int(),
  keepsBecause: z.enum(KEEPS_BECAUSE).nullable(),
  cookAheadDays: z.int(),
  readyDaysBefore: z.int(),
  restartsLife: z.boolean(),
  ...minutesReply,
  coreCheck: z.boolean(),
  equipmentName: z.string(),
  steps: z.string(),
  lines: z.array(LineReply),
  version: z.int(),
});
export type ComponentReply = z.infer<typeof ComponentReply>;

const MealRecipeReply = z.object({
  mealId: Id,
  basis: z.int(),
  packagingCents: z.int(),
  steps: z.string(),
  allergenReasons: z.partialRecord(z.enum(ALLERGENS), z.string()),
  ...minutesReply,
  lines: z.array(LineReply),
  version: z.int(),
});
export type MealRecipeReply = z.infer<typeof MealRecipeReply>;

export const RecipeBookReply = z.object({
  ingredients: z.array(IngredientReply),
  components: z.array(ComponentReply),
  meals: z.array(MealRecipeReply),
  /** Whether prices have GST in them: margins are of what stays. */
  includesGst: z.boolean(),
});
export type RecipeBookReply = z.infer<typeof RecipeBookReply>;

export const readRecipeBook = endpoint({
  method: 'GET',
  path: '/api/admin/recipe-book',
  right: 'seeRecipes',
  summary: 'All ingredients, components and recipes that are in use',
  reply: RecipeBookReply,
});

/** As typed: "1.5" and "kg". Checked against what is known of the ingredient. */
const AmountSent = {
  amount: lineOfText(20),
  unit: z.enum(Object.keys(INPUT_UNITS) as InputUnit[]),
};
const lineSent = {
  ...AmountSent,
  /** Null: the ingredient's own loss. Hundredths of a percent. */
  lossBp: z.int().nullable().default(null),
  prep: lineOfText(LONGEST_PREP).default(''),
};

const LineSent = z.union([
  z.strictObject({ ingredientId: Id, ...lineSent }),
  z.strictObject({ componentId: Id, ...lineSent }),
]);
export type LineSent = z.output<typeof LineSent>;

const Lines = z.array(LineSent).min(1, 'Add a line').max(MOST_LINES);
const Version = z.int().positive();

/** Meals that are to declare something else with this save, so that they agree with their recipes. */
export const Settle = z
  .array(
    z.strictObject({
      mealId: Id,
      allergens: AllergenList,
      /** Absent: the declared text stays. */
      ingredients: text(3000).optional(),
      /** Why it leaves out what food law lets it leave out: sulphites under 10 mg/kg. Kept with its recipe. */
      reasons: z.partialRecord(z.enum(ALLERGENS), text(200)).optional(),
    }),
  )
  .max(200)
  .default([]);
export type Settlement = z.output<typeof Settle>[number];

const ingredientFields = {
  name: lineOfText(80).refine((name) => name.trim() !== '', 'Name is missing'),
  gramsPerLitre: z.int().min(1).max(20_000).nullable().default(null),
  gramsPer100Pieces: z.int().min(1).max(10_000_000).nullable().default(null),
  lossBp: z.int().default(0),
  storeArea: z.enum(STORE_AREAS),
  isBought: z.boolean().default(true),
  /** Null: by the store area. */
  stockRule: z.enum(STOCK_RULES).nullable().default(null),
  /** Base units that are kept of goods that stay; null: a usual week's use. */
  reserveQty: z.int().min(0).max(LARGEST_QTY).nullable().default(null),
  labelName: lineOfText(120).default(''),
  labelParts: text(600).default(''),
  /** Null: nobody has read the pack; an empty list: read, and nothing on the list is in it. */
  contains: AllergenList.nullable(),
  mayContain: AllergenList.default([]),
  nutrientSource: lineOfText(120).default(''),
  ...figures,
  /** True: the pack has these unlikely figures so. Kept with who says it. */
  checked: z.boolean().default(false),
};

const IngredientSent = z.strictObject({ ...ingredientFields, baseUnit: z.enum(BASE_UNITS) });
export type IngredientSent = z.output<typeof IngredientSent>;
/** The base unit stays: quantities count it. */
const IngredientChange = z.strictObject({ ...ingredientFields, version: Version, settle: Settle });
export type IngredientChange = z.output<typeof IngredientChange>;

const One = z.object({ id: IdInPath });

export const createIngredient = endpoint({
  method: 'POST',
  path: '/api/admin/ingredients',
  right: 'editRecipes',
  summary:
    'Adds an ingredient. 409 unlikely_figures with `fields`, unless `checked` says that the pack has them so',
  refusals: ['unlikely_figures'],
  body: IngredientSent,
  status: 201,
  reply: IngredientReply,
});

export const updateIngredient = endpoint({
  method: 'PUT',
  path: '/api/admin/ingredients/:id',
  right: 'editRecipes',
  about: 'any',
  summary:
    'Changes an ingredient. 409 allergens_differ with the meals that would declare less than they contain, unless `settle` says what they declare; 409 unlikely_figures as for a new one',
  refusals: ['allergens_differ', 'changed_meanwhile', 'unlikely_figures'],
  params: One,
  body: IngredientChange,
  reply: RecipeBookReply,
});

export const archiveIngredient = endpoint({
  method: 'POST',
  path: '/api/admin/ingredients/:id/archive',
  right: 'editRecipes',
  about: 'any',
  summary: 'Takes an ingredient off the list; 409 in_use with the recipes that need it',
  refusals: ['allergens_differ', 'in_use'],
  params: One,
  reply: RecipeBookReply,
});

export const replaceIngredient = endpoint({
  method: 'POST',
  path: '/api/admin/ingredients/:id/replace',
  right: 'editRecipes',
  about: 'any',
  summary: 'Replaces an ingredient by another in every recipe at once, and archives it',
  refusals: ['allergens_differ'],
  params: One,
  body: z.strictObject({ byId: Id, settle: Settle }),
  reply: RecipeBookReply,
});

const Days = z.int().min(0).max(LONGEST_KEEPS_DAYS);
const MINUTES_MESSAGE = `Enter 0 to ${MOST_MINUTES} minutes`;
const Minutes = z
  .int(MINUTES_MESSAGE)
  .min(0, MINUTES_MESSAGE)
  .max(MOST_MINUTES, MINUTES_MESSAGE)
  .nullable()
  .default(null);
const minutesSent = minutesOf(Minutes);

const componentFields = {
  name: lineOfText(80).refine((name) => name.trim() !== '', 'Name is missing'),
  gramsPerLitre: z.int().min(1).max(20_000).nullable().default(null),
  /** The largest batch, as typed. */
  pot: z.strictObject(AmountSent),
  /** In base units. */
  minQty: z.int().min(0).max(10_000_000).default(0),
  wholePots: z.boolean().default(false),
  keepsDays: Days,
  keepsBecause: z.enum(KEEPS_BECAUSE).nullable().default(null),
  cookAheadDays: Days.default(0),
  readyDaysBefore: Days.default(0),
  restartsLife: z.boolean().default(false),
  ...minutesSent,
  coreCheck: z.boolean().default(false),
  equipmentName: lineOfText(LONGEST_EQUIPMENT_NAME).default(''),
  steps: text(LONGEST_STEPS).default(''),
  lines: Lines,
  settle: Settle,
};
const ComponentSent = z.strictObject({ ...componentFields, baseUnit: z.enum(['g', 'ml']) });
export type ComponentSent = z.output<typeof ComponentSent>;
const ComponentChange = z.strictObject({ ...componentFields, version: Version });
export type ComponentChange = z.output<typeof ComponentChange>;

export const createComponent = endpoint({
  method: 'POST',
  path: '/api/admin/components',
  right: 'editRecipes',
  about: 'any',
  summary: 'Adds a component: what is cooked here and goes into meals',
  refusals: ['allergens_differ'],
  body: ComponentSent,
  status: 201,
  reply: RecipeBookReply,
});

export const updateComponent = endpoint({
  method: 'PUT',
  path: '/api/admin/components/:id',
  right: 'editRecipes',
  about: 'any',
  summary: 'Changes a component. 409 circle with the way, 409 allergens_differ as for ingredients',
  refusals: ['allergens_differ', 'changed_meanwhile', 'circle'],
  params: One,
  body: ComponentChange,
  reply: RecipeBookReply,
});

export const archiveComponent = endpoint({
  method: 'POST',
  path: '/api/admin/components/:id/archive',
  right: 'editRecipes',
  about: 'any',
  summary: 'Takes a component off the list; 409 in_use with the recipes that need it',
  refusals: ['allergens_differ', 'in_use'],
  params: One,
  reply: RecipeBookReply,
});

const PackagingCents = z.int().min(0).max(10_000).default(0);
const MealRecipeSent = z.strictObject({
  /** Absent or null: the meal has no recipe yet. */
  version: Version.nullable().default(null),
  basis: z.int(),
  packagingCents: PackagingCents,
  steps: text(LONGEST_STEPS).default(''),
  /** Why it declares what is not in it; for sulphites also why it leaves them out. */
  allergenReasons: z.partialRecord(z.enum(ALLERGENS), text(200)).default({}),
  ...minutesSent,
  lines: Lines,
  settle: Settle,
});
export type MealRecipeSent = z.output<typeof MealRecipeSent>;

export const saveMealRecipe = endpoint({
  method: 'PUT',
  path: '/api/admin/meals/:id/recipe',
  right: 'editRecipes',
  about: 'any',
  summary:
    "Saves a meal's recipe. 409 allergens_differ while the meal declares less than it contains",
  refusals: ['allergens_differ', 'changed_meanwhile'],
  params: One,
  body: MealRecipeSent,
  reply: RecipeBookReply,
});

const FigureOfPortion = z.number().optional();
const MealByRecipeSent = z.strictObject({
  name: mealRequestSchemas.name,
  mealType: mealRequestSchemas.mealType,
  price: mealRequestSchemas.price,
  /** For one portion, where an ingredient has none: what its recipe says counts before these. */
  figures: z
    .strictObject({
      calories: FigureOfPortion,
      protein: FigureOfPortion,
      carbs: FigureOfPortion,
      fat: FigureOfPortion,
    })
    .default({}),
  basis: z.int(),
  packagingCents: PackagingCents,
  lines: Lines,
});
export type MealByRecipeSent = z.output<typeof MealByRecipeSent>;
const MealByRecipeReply = z.object({ meal: StaffMealReply, book: RecipeBookReply });
export type MealByRecipeReply = z.infer<typeof MealByRecipeReply>;

export const createMealByRecipe = endpoint({
  method: 'POST',
  path: '/api/admin/meals-by-recipe',
  right: 'editRecipes',
  about: 'any',
  summary: 'Adds a meal with its recipe, off the menu: it declares what the recipe says',
  refusals: ['allergens_differ'],
  body: MealByRecipeSent,
  status: 201,
  reply: MealByRecipeReply,
});

/** The 409 reply `allergens_differ`, beyond message and code. */
export const AllergensDifferReply = z.object({
  code: z.literal('allergens_differ'),
  message: z.string(),
  meals: z.array(
    z.object({
      mealId: Id,
      name: z.string(),
      missing: AllergenList,
      /** Ingredients whose pack nobody has read. */
      unchecked: z.array(z.string()),
      /** What it would have to declare. */
      allergens: AllergenList,
      /** Its label's text, and what its recipe would make of it. */
      ingredients: z.string(),
      proposedIngredients: z.string(),
      /** People and deliveries ahead that this concerns. */
      people: z.int(),
    }),
  ),
});
export type AllergensDifferReply = z.infer<typeof AllergensDifferReply>;
