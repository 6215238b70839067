import type { MealRequest, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom, mealProblems } from '#areas/menu/calls/meal-facts.ts';
import type { WireValue } from '#areas/menu/calls/meal-schemas.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import { energyAgrees, macroCalories } from '#areas/menu/rules/meal-plan.ts';
import {
  type MealFacts,
  type MealField,
  type MealValue,
  factsIfLeftOut,
  type FieldOfType,
  listMealFields,
  type OptionalField,
  rowOf,
  type WireName,
  wireName,
} from '#areas/menu/rules/meal-fields.ts';
import { hasNoNutrition } from '#areas/menu/rules/check-meal.ts';
import { IMAGE_URL_MESSAGE, isMealImageUrl } from '#areas/menu/rules/meal-picture.ts';
import { createContext, useContext, useState, type ComponentProps, type ReactNode } from 'react';
import { readStaleMeal, STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';

/** Text for most fields. A yes or no that may be left out is '' while it is not known. */
type DraftValue<F extends MealField> =
  F extends FieldOfType<'choice' | 'list'>
    ? NonNullable<MealFacts[F]>
    : F extends FieldOfType<'yes/no'>
      ? F extends OptionalField
        ? '' | 'yes' | 'no'
        : boolean
      : string;

export type MealDraft = { [F in MealField as WireName<F>]: DraftValue<F> } & {
  /** False: not declared yet, whatever is ticked. */
  areAllergensDeclared: boolean;
};

type MealProblems = Partial<Record<keyof MealDraft, string>>;

/** A new meal is for sale, unless staff say otherwise. */
export const EMPTY_DRAFT: MealDraft = { ...draftFrom(() => null), isActive: true };

export function draftOfMeal(meal: StaffMealReply): MealDraft {
  const asked = isBare(meal) ? NUTRITION_NAMES : [];
  return draftFrom((name) => (asked.includes(name) ? null : meal[name]));
}

const NUTRITION_NAMES: readonly WireName[] = ['calories', 'protein', 'carbs', 'fat'];

/** Imported without nutrition: its fields are empty, not 0. */
export function isBare({ calories, protein, carbs, fat }: StaffMealReply): boolean {
  return hasNoNutrition({ calories, proteinGrams: protein, carbsGrams: carbs, fatGrams: fat });
}

/** Null: nothing is known of the field. */
function draftFrom(valueOf: (name: WireName) => WireValue<MealField>): MealDraft {
  const values = listMealFields().map((field) => {
    const name = wireName(field);
    return [name, draftValue(rowOf(field).value, valueOf(name))];
  });
  const areAllergensDeclared = valueOf('allergens') !== null;
  return { ...Object.fromEntries(values), areAllergensDeclared } as MealDraft;
}

function draftValue(value: MealValue, known: WireValue<MealField>) {
  if (known === null) return emptyValue(value);
  if (typeof known === 'number') return String(known);
  if (typeof known === 'boolean' && 'ifLeftOut' in value) return known ? 'yes' : 'no';
  return known;
}

function emptyValue(value: MealValue) {
  if (value.type === 'number') return String(value.ifLeftOut ?? '');
  if (value.type === 'choice') return value.of[0];
  if (value.type === 'list') return [];
  return value.type === 'yes/no' && !('ifLeftOut' in value) ? false : '';
}

export function requestOfMeal({ areAllergensDeclared, ...draft }: MealDraft): MealRequest {
  const values = listMealFields().map((field) => {
    const name = wireName(field);
    return [name, sentValue(rowOf(field).value, draft[name])];
  });
  const allergens = areAllergensDeclared ? draft.allergens : null;
  const dietaryTags = draft.dietaryTags.length > 0 ? draft.dietaryTags : null;
  const mayContain = draft.mayContain.length > 0 ? draft.mayContain : null;
  return { ...Object.fromEntries(values), allergens, dietaryTags, mayContain } as MealRequest;
}

/** Anything non-numeric becomes NaN, which `draftProblems` reports. */
function sentValue(value: MealValue, written: DraftValue<MealField>) {
  if (typeof written !== 'string') return written;
  switch (value.type) {
    case 'number':
      return value.ifLeftOut === null ? numberOrNull(written) : numberOf(written);
    case 'yes/no':
      return written === '' ? null : written === 'yes';
    case 'date':
      return written || null;
    case 'picture':
      return written.trim() || null;
    default:
      return written;
  }
}

/** What blocks saving, by field. `meal` null: a new one. */
export function draftProblems(draft: MealDraft, meal: StaffMealReply | null): MealProblems {
  const request = requestOfMeal(draft);
  const isPictureWrong = Boolean(request.imageUrl) && !isMealImageUrl(request.imageUrl ?? '');
  const isToDeclare = meal === null && request.isActive && Boolean(request.ingredients?.trim());
  return {
    ...mealProblems(factsOf(draft, meal)),
    ...(isPictureWrong && { imageUrl: IMAGE_URL_MESSAGE }),
    ...(isToDeclare && request.allergens === null && { allergens: DECLARE_FIRST }),
  };
}

const DECLARE_FIRST =
  'Declare the allergens before customers can order it: tick them, or “Declared” without a tick.';

function factsOf(draft: MealDraft, meal: StaffMealReply | null) {
  const recipeList = meal?.recipeList ?? '';
  return mealFactsFrom(requestOfMeal(draft), { ...factsIfLeftOut(), recipeList });
}

type MealWarnings = {
  energy: string | null;
  allergens: string | null;
  ingredients: string | null;
  diets: string | null;
};

/** Likely mistakes, which do not block saving, and what keeps a meal off the menu. */
export function draftWarnings(draft: MealDraft, meal: StaffMealReply | null): MealWarnings {
  const atOdds = mealAtOdds(factsOf(draft, meal));
  const saidOf = (about: string) => atOdds.find(({ field }) => field === about)?.message ?? null;
  return {
    energy: energyWarning(draft),
    allergens: saidOf('allergens'),
    ingredients: saidOf('ingredients'),
    diets: saidOf('dietaryTags'),
  };
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

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

type EditedMeal = {
  draft: MealDraft;
  hasChanges: boolean;
  /** Our own from the first attempt to save on; those of the server until the field changes. */
  problems: MealProblems;
  /** Likely mistakes, and what keeps it off the menu. */
  warnings: MealWarnings;
  change: (fields: Partial<MealDraft>) => void;
  /** Whether the draft can be saved. From now on the form says what is wrong. */
  check: () => boolean;
  refuse: (problems: MealProblems) => void;
  /** The draft is what the server has. */
  markSaved: () => void;
  /** Starts again from another meal. */
  startFrom: (draft: MealDraft) => void;
};

/** The state of the meal form; null: of a new meal. */
export function useEditedMeal(meal: StaffMealReply | null): EditedMeal {
  const start = meal ? draftOfMeal(meal) : EMPTY_DRAFT;
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(start);
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<MealProblems>({});
  return {
    draft,
    hasChanges: JSON.stringify(draft) !== JSON.stringify(saved),
    problems: { ...refused, ...(isChecked && draftProblems(draft, meal)) },
    warnings: draftWarnings(draft, meal),
    change(fields) {
      setDraft((before) => ({ ...before, ...fields }));
      setRefused((before) => without(before, fields));
    },
    check() {
      setIsChecked(true);
      return Object.keys(draftProblems(draft, meal)).length === 0;
    },
    refuse: setRefused,
    markSaved: () => setSaved(draft),
    startFrom(other) {
      setSaved(other);
      setDraft(other);
      setIsChecked(false);
      setRefused({});
    },
  };
}

function without(problems: MealProblems, changed: Partial<MealDraft>): MealProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in changed)));
}

const EditedMealContext = createContext<EditedMeal | null>(null);

export const EditedMealProvider = EditedMealContext.Provider;

export function useEditedMealHere(): EditedMeal {
  const edited = useContext(EditedMealContext);
  if (!edited) throw new Error('a field of the meal form stands outside the form');
  return edited;
}

/** On-screen name of what changes of a meal, by its name on the wire. Null: not shown, since staff cannot change it. */
export function mealFieldLabel(field: string): string | null {
  if (field === 'recipeList') return 'Recipe';
  const known = listMealFields().map((each) => rowOf(each).names);
  return known.find(({ wire }) => wire === field)?.label ?? null;
}

type MealChange<Reply> = {
  /** Names the action in the failure message: 'update'. */
  verb: 'create' | 'update' | 'delete';
  done: { title: string; description?: string };
  onDone?: (reply: Reply) => void;
};

/** What all changes from the list share: a toast with the result, and refetching the meals. */
export function useMealChange<Reply, Given = void>(
  send: (given: Given) => Promise<Reply>,
  { verb, done, onDone }: MealChange<Reply>,
) {
  const { showToast } = useToast();
  return useChange(send, {
    onDone,
    says: () => ({ ...done, tone: 'success' }),
    onFailure(_failure, { error }) {
      const description =
        readStaleMeal(error)?.message ?? `Failed to ${verb} meal. Please try again.`;
      showToast({ title: 'Error', description, tone: 'error' });
    },
    refresh: [{ queryKey: STAFF_MEALS_KEY }],
  });
}

type TextName = {
  [Name in keyof MealDraft]: MealDraft[Name] extends string ? Name : never;
}[keyof MealDraft];

export function DraftField({
  name,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'name'> & { name: TextName }) {
  return <TextField {...field} {...useTextOf(name)} />;
}

export function DraftArea({
  name,
  ...field
}: Omit<ComponentProps<typeof TextAreaField>, 'name'> & { name: TextName }) {
  return <TextAreaField {...field} {...useTextOf(name)} />;
}

export function useTextOf(name: TextName) {
  const { draft, problems, change } = useEditedMealHere();
  return {
    name,
    value: draft[name],
    error: problems[name] ?? null,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  };
}

type FieldGroupProps = { legend: string; hint?: ReactNode; children: ReactNode };

export function FieldGroup({ legend, hint, children }: FieldGroupProps) {
  return (
    <Card>
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-3 font-serif text-lg font-semibold">{legend}</legend>
        {hint && <p className="-mt-3 text-sm text-ink-soft">{hint}</p>}
        {children}
      </fieldset>
    </Card>
  );
}
