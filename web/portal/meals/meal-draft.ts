/** A meal while it is edited: the fields' texts. */
import { mealFactsFrom, mealProblems } from '#contract/meal-facts.ts';
import type { MealRequest, StaffMealReply } from '#contract/meals.ts';
import type { Allergen } from '#domain/menu/allergens.ts';
import { allergensNotNamedIn } from '#domain/menu/allergens.ts';
import { energyAgrees, macroCalories } from '#domain/menu/energy.ts';
import { DEFAULT_PREP_MINUTES, type MealType } from '#domain/menu/meal.ts';
import { IMAGE_URL_MESSAGE, isMealImageUrl } from '#domain/menu/meal-image.ts';

export type MealDraft = {
  name: string;
  description: string;
  imageUrl: string;
  mealType: MealType;
  price: string;
  isActive: boolean;
  calories: string;
  protein: string;
  carbs: string;
  fat: string;
  saturatedFat: string;
  sugars: string;
  sodium: string;
  servingGrams: string;
  prepTime: string;
  ingredients: string;
  /** False: not declared yet, whatever is ticked. */
  areAllergensDeclared: boolean;
  allergens: Allergen[];
  shelfLifeDays: string;
  /** Empty: not known. */
  freezable: '' | 'yes' | 'no';
  storage: string;
  heating: string;
  availableFrom: string;
  availableTo: string;
};

export type MealProblems = Partial<Record<keyof MealDraft, string>>;

export const EMPTY_DRAFT: MealDraft = {
  name: '',
  description: '',
  imageUrl: '',
  mealType: 'lunch',
  price: '',
  isActive: true,
  calories: '',
  protein: '',
  carbs: '',
  fat: '',
  saturatedFat: '',
  sugars: '',
  sodium: '',
  servingGrams: '',
  prepTime: String(DEFAULT_PREP_MINUTES),
  ingredients: '',
  areAllergensDeclared: false,
  allergens: [],
  shelfLifeDays: '',
  freezable: '',
  storage: '',
  heating: '',
  availableFrom: '',
  availableTo: '',
};

export function draftOf(meal: StaffMealReply): MealDraft {
  const { id: _id, version: _version, archivedAt: _archivedAt, ...rest } = meal;
  return {
    ...rest,
    imageUrl: meal.imageUrl ?? '',
    calories: String(meal.calories),
    protein: String(meal.protein),
    carbs: String(meal.carbs),
    fat: String(meal.fat),
    prepTime: String(meal.prepTime),
    saturatedFat: textOf(meal.saturatedFat),
    sugars: textOf(meal.sugars),
    sodium: textOf(meal.sodium),
    servingGrams: textOf(meal.servingGrams),
    shelfLifeDays: textOf(meal.shelfLifeDays),
    freezable: meal.freezable === null ? '' : meal.freezable ? 'yes' : 'no',
    areAllergensDeclared: meal.allergens !== null,
    allergens: meal.allergens ?? [],
    availableFrom: meal.availableFrom ?? '',
    availableTo: meal.availableTo ?? '',
  };
}

/** Anything non-numeric becomes NaN, which `draftProblems` reports. */
export function requestOf(draft: MealDraft): MealRequest {
  const { areAllergensDeclared, ...rest } = draft;
  return {
    ...rest,
    imageUrl: draft.imageUrl.trim() || null,
    calories: numberOf(draft.calories),
    protein: numberOf(draft.protein),
    carbs: numberOf(draft.carbs),
    fat: numberOf(draft.fat),
    prepTime: numberOf(draft.prepTime),
    saturatedFat: numberOrNull(draft.saturatedFat),
    sugars: numberOrNull(draft.sugars),
    sodium: numberOrNull(draft.sodium),
    servingGrams: numberOrNull(draft.servingGrams),
    shelfLifeDays: numberOrNull(draft.shelfLifeDays),
    freezable: draft.freezable === '' ? null : draft.freezable === 'yes',
    allergens: areAllergensDeclared ? draft.allergens : null,
    availableFrom: draft.availableFrom || null,
    availableTo: draft.availableTo || null,
  };
}

/** What blocks saving, by field. */
export function draftProblems(draft: MealDraft): MealProblems {
  const request = requestOf(draft);
  const isPictureWrong = Boolean(request.imageUrl) && !isMealImageUrl(request.imageUrl ?? '');
  return {
    ...mealProblems(mealFactsFrom(request)),
    ...(isPictureWrong && { imageUrl: IMAGE_URL_MESSAGE }),
  };
}

export type MealWarnings = { energy: string | null; allergens: string | null };

/** Likely mistakes that do not block saving. */
export function draftWarnings(draft: MealDraft): MealWarnings {
  return { energy: energyWarning(draft), allergens: allergenWarning(draft) };
}

function energyWarning(draft: MealDraft): string | null {
  const calories = numberOf(draft.calories);
  const macros = {
    proteinGrams: numberOf(draft.protein),
    carbsGrams: numberOf(draft.carbs),
    fatGrams: numberOf(draft.fat),
  };
  const expected = macroCalories(macros);
  if (Number.isNaN(calories + expected) || energyAgrees(calories, macros)) return null;
  return `Protein, carbs and fat add up to about ${expected} Cal, not ${calories}. Check the numbers.`;
}

function allergenWarning({ areAllergensDeclared, allergens, ingredients }: MealDraft) {
  if (!areAllergensDeclared) return null;
  const missing = allergensNotNamedIn(ingredients, allergens);
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat('en-AU').format(missing);
  return `The ingredients do not name ${names}. Food law requires allergens in both places.`;
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
