/**
 * The one table of a meal's fields: what each is called, what it can hold and where it goes. Spec 3; food-law fields
 * after Standards 1.2.1 to 1.2.8; the limits are ours. CONTRIBUTING.md: "To add a field to a meal".
 */
import { DIETS } from '#areas/needs/rules/food-needs.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import type { ListedFood } from '#areas/needs/rules/gate/food-facts.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';

/** What a field can hold. `ifLeftOut`: its value when nothing is sent; a field without one is required. */
export type MealValue =
  | { type: 'text'; maxLength: number; ifLeftOut?: '' }
  | {
      type: 'number';
      unit: 'Cal' | 'g' | 'mg' | 'min' | 'days' | '°C' | null;
      min: number;
      max: number;
      decimals: 0 | 1;
      /** Null: not measured, calculated or decided yet, which is different from 0. */
      ifLeftOut?: number | null;
    }
  /** Limits in cents; "14.99" on the wire. */
  | { type: 'price'; min: number; max: number }
  | { type: 'choice'; of: readonly string[] }
  | { type: 'list'; of: readonly string[]; ifLeftOut: null }
  | { type: 'yes/no'; ifLeftOut?: null }
  /** yyyy-MM-dd. */
  | { type: 'date'; ifLeftOut: null }
  /** The address of one; areas/menu/rules/meal-picture.ts says which. */
  | { type: 'picture'; ifLeftOut: null };

export type MealFieldRow = {
  /**
   * `wire`: in requests and replies, in the editor and in sample-menu.json. `label`: on screen and in messages.
   * `form`: in the editor, where it is not the label with the unit.
   */
  names: { wire: string; label: string; form?: string };
  value: MealValue;
  /** The part of the editor that shows it. `nutrition`: for one serving. */
  group: 'menu' | 'picture' | 'nutrition' | 'ingredients' | 'keeping' | 'heating' | 'sale';
  /**
   * `snapshot`: what an order keeps of a meal. `label`: what is printed on a food label, out of the snapshot. `seed`:
   * sample-menu.json. The replies, the editor, the audit trail and the export carry every field.
   */
  carriedBy: readonly ('label' | 'snapshot' | 'seed')[];
};

/** In the order of the wire. */
export const MEAL_FIELDS = {
  name: {
    names: { wire: 'name', label: 'Name' },
    value: { type: 'text', maxLength: 80 },
    group: 'menu',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  description: {
    names: { wire: 'description', label: 'Description' },
    value: { type: 'text', maxLength: 600 },
    group: 'menu',
    carriedBy: ['seed'],
  },
  /** Null: we draw a plate. */
  imageUrl: {
    names: { wire: 'imageUrl', label: 'Picture' },
    value: { type: 'picture', ifLeftOut: null },
    group: 'picture',
    carriedBy: [],
  },
  calories: {
    names: { wire: 'calories', label: 'Calories', form: 'Calories' },
    value: { type: 'number', unit: 'Cal', min: 1, max: 2000, decimals: 0 },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  proteinGrams: {
    names: { wire: 'protein', label: 'Protein' },
    value: { type: 'number', unit: 'g', min: 0, max: 200, decimals: 0 },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  carbsGrams: {
    names: { wire: 'carbs', label: 'Carbs' },
    value: { type: 'number', unit: 'g', min: 0, max: 300, decimals: 0 },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  fatGrams: {
    names: { wire: 'fat', label: 'Fat' },
    value: { type: 'number', unit: 'g', min: 0, max: 200, decimals: 0 },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  priceCents: {
    names: { wire: 'price', label: 'Price' },
    value: { type: 'price', min: 100, max: 10_000 },
    group: 'menu',
    carriedBy: ['snapshot', 'seed'],
  },
  mealType: {
    names: { wire: 'mealType', label: 'Meal type' },
    value: { type: 'choice', of: MEAL_TYPES },
    group: 'menu',
    carriedBy: ['snapshot', 'seed'],
  },
  isActive: {
    names: { wire: 'isActive', label: 'On the menu' },
    value: { type: 'yes/no' },
    group: 'menu',
    carriedBy: [],
  },
  /** Minutes to heat and plate a meal. */
  prepMinutes: {
    names: { wire: 'prepTime', label: 'Prep time' },
    value: { type: 'number', unit: 'min', min: 0, max: 120, decimals: 0, ifLeftOut: 5 },
    group: 'heating',
    carriedBy: ['seed'],
  },
  /** As on a food label: descending order of weight, allergens named. Empty if not given. */
  ingredients: {
    names: { wire: 'ingredients', label: 'Ingredients' },
    value: { type: 'text', maxLength: 3000, ifLeftOut: '' },
    group: 'ingredients',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  /** Null: not declared, so customers are told to ask us. Empty: declared, with none of the listed allergens. */
  allergens: {
    names: { wire: 'allergens', label: 'Allergens' },
    value: { type: 'list', of: ALLERGENS, ifLeftOut: null },
    group: 'ingredients',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  /** Traces, which are not in the list: what recipes know is added, nothing is taken off. Null: nobody has said. */
  mayContain: {
    names: { wire: 'mayContain', label: 'May contain' },
    value: { type: 'list', of: ALLERGENS, ifLeftOut: null },
    group: 'ingredients',
    carriedBy: ['label', 'snapshot'],
  },
  /** Diets that staff vouch for; null: nobody has looked. */
  dietaryTags: {
    names: { wire: 'dietaryTags', label: 'Diets' },
    value: { type: 'list', of: DIETS, ifLeftOut: null },
    group: 'ingredients',
    carriedBy: ['seed'],
  },
  saturatedFatGrams: {
    names: { wire: 'saturatedFat', label: 'Saturated fat' },
    value: { type: 'number', unit: 'g', min: 0, max: 200, decimals: 1, ifLeftOut: null },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  sugarsGrams: {
    names: { wire: 'sugars', label: 'Sugars' },
    value: { type: 'number', unit: 'g', min: 0, max: 300, decimals: 1, ifLeftOut: null },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  sodiumMg: {
    names: { wire: 'sodium', label: 'Sodium' },
    value: { type: 'number', unit: 'mg', min: 0, max: 5000, decimals: 0, ifLeftOut: null },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  servingGrams: {
    names: { wire: 'servingGrams', label: 'Serving size', form: 'Serving (g)' },
    value: { type: 'number', unit: 'g', min: 50, max: 1500, decimals: 0, ifLeftOut: null },
    group: 'nutrition',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  /** Chilled ready-to-eat food kept for no more than 5 days counts as not supporting the growth of Listeria (Standard 1.6.1). */
  shelfLifeDays: {
    names: { wire: 'shelfLifeDays', label: 'Shelf life' },
    value: { type: 'number', unit: 'days', min: 1, max: 5, decimals: 0, ifLeftOut: null },
    group: 'keeping',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  /** Null: not known; labels then promise nothing. */
  freezable: {
    names: { wire: 'freezable', label: 'Freezing' },
    value: { type: 'yes/no', ifLeftOut: null },
    group: 'keeping',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  storageText: {
    names: { wire: 'storage', label: 'Storage' },
    value: { type: 'text', maxLength: 400, ifLeftOut: '' },
    group: 'keeping',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  heatingText: {
    names: { wire: 'heating', label: 'Heating' },
    value: { type: 'text', maxLength: 600, ifLeftOut: '' },
    group: 'heating',
    carriedBy: ['label', 'snapshot', 'seed'],
  },
  /** What a reading of the hot meal's core must show; null: what the kitchen asks of hot food, 0: a cold dish, no limit. */
  coreCelsius: {
    names: { wire: 'coreCelsius', label: 'Core temperature' },
    value: { type: 'number', unit: '°C', min: 0, max: 100, decimals: 0, ifLeftOut: null },
    group: 'heating',
    carriedBy: ['seed'],
  },
  /** First and last day of sale, both included. Null: no limit on that side. */
  availableFrom: {
    names: { wire: 'availableFrom', label: 'Available from' },
    value: { type: 'date', ifLeftOut: null },
    group: 'sale',
    carriedBy: [],
  },
  availableTo: {
    names: { wire: 'availableTo', label: 'Available to' },
    value: { type: 'date', ifLeftOut: null },
    group: 'sale',
    carriedBy: [],
  },
} as const satisfies Record<string, MealFieldRow>;

type Fields = typeof MEAL_FIELDS;
export type MealField = keyof Fields;
type FieldRow<F extends MealField> = Fields[F];

type ValueOf<V> = V extends { type: 'number' | 'price' }
  ? number
  : V extends { type: 'yes/no' }
    ? boolean
    : V extends { type: 'choice'; of: readonly (infer Choice)[] }
      ? Choice
      : V extends { type: 'list'; of: readonly (infer Entry)[] }
        ? Entry[]
        : string;

/** A meal as the rules, the kitchen and the database know it. */
export type MealFacts = {
  [F in MealField]:
    | ValueOf<FieldRow<F>['value']>
    | (FieldRow<F>['value'] extends { ifLeftOut: null } ? null : never);
};

/** With what its recipe names, which no form sends. */
export type MealWithRecipe = MealFacts & Pick<ListedFood, 'recipeList'>;

/** For one serving. */
export type MealNutrition = Pick<
  MealFacts,
  { [F in MealField]: FieldRow<F>['group'] extends 'nutrition' ? F : never }[MealField]
>;

type Carrier = MealFieldRow['carriedBy'][number];
type Group = MealFieldRow['group'];
type ValueType = MealValue['type'];

export type FieldCarriedBy<C extends Carrier> = {
  [F in MealField]: C extends Fields[F]['carriedBy'][number] ? F : never;
}[MealField];

export type FieldOfType<T extends ValueType> = {
  [F in MealField]: Fields[F]['value']['type'] extends T ? F : never;
}[MealField];

/** A field that a request may leave out. */
export type OptionalField = {
  [F in MealField]: Fields[F]['value'] extends { ifLeftOut: unknown } ? F : never;
}[MealField];

/** What is known of a meal for which nothing was sent. */
export type OptionalFacts = Pick<MealWithRecipe, OptionalField | 'recipeList'>;

export type WireName<F extends MealField = MealField> = Fields[F]['names']['wire'];

/** The table has exactly these keys, but Object.keys types them as strings. */
export function listMealFields(): MealField[] {
  return Object.keys(MEAL_FIELDS) as MealField[];
}

export function rowOf(field: MealField): MealFieldRow {
  return MEAL_FIELDS[field];
}

export function wireName<F extends MealField>(field: F): WireName<F> {
  return MEAL_FIELDS[field].names.wire;
}

export function fieldsCarriedBy<C extends Carrier>(carrier: C): FieldCarriedBy<C>[] {
  return listMealFields().filter((field): field is FieldCarriedBy<C> =>
    rowOf(field).carriedBy.includes(carrier),
  );
}

export function fieldsOfType<T extends ValueType>(...types: T[]): FieldOfType<T>[] {
  return listMealFields().filter((field): field is FieldOfType<T> =>
    types.some((type) => type === rowOf(field).value.type),
  );
}

export function fieldsIn<T extends ValueType>(group: Group, type: T): FieldOfType<T>[] {
  return fieldsOfType(type).filter((field) => rowOf(field).group === group);
}

export function isRequired(field: MealField): boolean {
  return !('ifLeftOut' in MEAL_FIELDS[field].value);
}

export function factsIfLeftOut(): OptionalFacts {
  const facts = listMealFields().flatMap((field) => {
    const { value } = rowOf(field);
    return 'ifLeftOut' in value ? [[field, value.ifLeftOut]] : [];
  });
  return { ...Object.fromEntries(facts), recipeList: '' } as OptionalFacts;
}
