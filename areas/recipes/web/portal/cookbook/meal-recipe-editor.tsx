import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import { type MealRecipeReply, saveMealRecipe } from '#areas/recipes/calls/recipe-book.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import {
  type AllergenReasons,
  type DerivedMeal,
  deriveMeal,
  mayBeSettled,
} from '#areas/menu/rules/derive-meal.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { textFields } from '#platform/web/api/use-form.ts';
import { call } from '#platform/web/api/client.ts';
import { staffMealQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { DerivedPanel } from '#areas/recipes/web/derived-panel.tsx';
import { PutOnMenu, TakeOver } from '#areas/recipes/web/portal/meals/take-over.tsx';
import { FormFoot, RecipeHistory, useBookForm, useEditorGuard } from './book-form.tsx';
import {
  minuteProblems,
  minuteTextsOf,
  readMinutes,
  WorkMinuteFields,
  RecipeLines,
} from './recipe-lines.tsx';
import { type Book, declaredBy } from '#areas/recipes/web/portal/recipe-queries.ts';
import { BASIS } from '#areas/menu/rules/recipe-limits.ts';
import { countedLines, draftLines, lineProblems, sentLines } from './recipe-draft.ts';

export function MealRecipeEditor({ id, book, back }: { id: number; book: Book; back: string }) {
  const recipe = book.reply.meals.find(({ mealId }) => mealId === id) ?? null;
  return (
    <Loaded query={useQuery(staffMealQuery(id))} what="the meal" kind="form">
      {(meal) =>
        meal ? (
          <Editor key={recipe?.version ?? 0} {...{ meal, recipe, book, back }} />
        ) : (
          <EmptyState title="This meal was not found" />
        )
      }
    </Loaded>
  );
}

type EditorProps = {
  meal: StaffMealReply;
  recipe: MealRecipeReply | null;
  book: Book;
  back: string;
};

function Editor({ meal, recipe, book, back }: EditorProps) {
  const mayEdit = useMayDo('editRecipes');
  const [lines, setLines] = useState(() => draftLines(recipe?.lines ?? [], book));
  const [texts, setTexts] = useState({
    basis: String(recipe?.basis ?? 10),
    packaging: formatAmount(recipe?.packagingCents ?? 0),
    steps: recipe?.steps ?? '',
  });
  const { basis, packaging, steps } = texts;
  const [minutes, setMinutes] = useState(() => minuteTextsOf(recipe));
  const [reasons, setReasons] = useState(recipe?.allergenReasons ?? {});
  const packagingCents = parseAmount(packaging.trim());
  const derived = deriveMeal(
    {
      basis: Number(basis) || 1,
      packagingCents: packagingCents ?? 0,
      lines: countedLines(lines, book),
    },
    declaredBy(meal),
    reasons,
    book,
    { includesGst: book.reply.includesGst },
  );
  useEditorGuard({ lines, texts, minutes, reasons }, 'this recipe');
  const form = useBookForm(
    (settle) =>
      call(saveMealRecipe, {
        params: { id: String(meal.id) },
        body: {
          version: recipe?.version ?? null,
          basis: Number(basis) || 0,
          packagingCents: packagingCents ?? 0,
          ...readMinutes(minutes),
          steps,
          allergenReasons: reasons,
          lines: sentLines(lines, book),
          settle,
        },
      }),
    {
      saved: `The recipe of ${meal.name} is kept.`,
      onSaved: () => {},
      check: () => ({
        ...minuteProblems(minutes),
        ...lineProblems(lines, book),
        ...(packagingCents === null && { packagingCents: 'Enter an amount such as 0.62.' }),
      }),
    },
  );
  const text = textFields(texts, (change) => setTexts({ ...texts, ...change }), {
    ...form.errors,
    packaging: form.errors.packagingCents,
  });
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 content-start gap-5">
        <h2 className="text-xl">{meal.name}</h2>
        <div className="grid grid-cols-2 gap-3">
          <TextField label="For how many portions" inputMode="numeric" {...text('basis')} />
          <TextField label="Packaging of one, $" inputMode="decimal" {...text('packaging')} />
        </div>
        <RecipeLines
          lines={lines}
          book={book}
          errors={form.errors}
          size={Number(basis) || null}
          unit="portions"
          mostSize={BASIS.max}
          onChange={setLines}
          onResize={(portions, resized) => {
            setTexts({ ...texts, basis: String(portions) });
            setLines(resized);
          }}
        />
        <AllergenReasonFields
          {...{ derived, meal, reasons }}
          errors={form.errors}
          onChange={setReasons}
        />
        <WorkMinuteFields
          texts={minutes}
          errors={form.errors}
          hint="Of filling and cooking this meal itself. Empty: it is filled on its delivery day."
          onChange={setMinutes}
        />
        <TextAreaField label="Steps" optional rows={5} maxLength={4000} {...text('steps')} />
        <FormFoot form={form} back={back} maySave={mayEdit} />
        {recipe !== null && <RecipeHistory owner={{ mealId: meal.id }} />}
      </div>
      <div className="grid content-start gap-6">
        <DerivedPanel meal={meal} derived={derived} price={meal.price} />
        {recipe !== null && <TakeOver meal={meal} />}
        <PutOnMenu meal={meal} unread={derived.allergens.unchecked} />
      </div>
    </div>
  );
}

type AllergenReasonFieldsProps = {
  derived: DerivedMeal;
  meal: Pick<StaffMealReply, 'allergens'>;
  reasons: AllergenReasons;
  errors: FieldErrors;
  onChange: (reasons: AllergenReasons) => void;
};

/** Why the meal declares what no ingredient brings, or leaves out what the law lets it. */
function AllergenReasonFields({
  derived: {
    allergens: { extra, contains },
  },
  meal: { allergens },
  reasons,
  errors,
  onChange,
}: AllergenReasonFieldsProps) {
  // In the recipe, and not declared: for less than the law asks to be named.
  const left = contains.filter((one) => mayBeSettled(one) && allergens && !allergens.includes(one));
  return [...extra, ...left].map((allergen) => (
    <TextField
      key={allergen}
      {...(extra.includes(allergen)
        ? { label: `Why it declares ${allergen}`, hint: 'No ingredient brings it.' }
        : {
            label: `Why it does not declare ${allergen}`,
            hint: 'Only when a portion has less than 10 mg/kg. Say how you know.',
            optional: true,
          })}
      maxLength={200}
      value={reasons[allergen] ?? ''}
      error={errors[`allergenReasons.${allergen}`]}
      onChange={({ target: { value } }) => onChange({ ...reasons, [allergen]: value })}
    />
  ));
}
