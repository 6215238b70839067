import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MealRecipeReply, saveMealRecipe } from '#contract/recipes/recipe-book.ts';
import type { StaffMealReply } from '#contract/meals.ts';
import { deriveMeal } from '#domain/production/recipe/derive-meal.ts';
import { call } from '#web/api/client.ts';
import { staffMealQuery } from '#web/api/portal/staff-meals.ts';
import { useMayDo } from '#web/api/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TextAreaField, TextField } from '#web/ui/form/text-field.tsx';
import { DerivedPanel } from './derived-panel.tsx';
import { FormFoot } from './form-foot.tsx';
import { LineRows } from './line-rows.tsx';
import { type Book, countedLines, draftLines, sentLines } from './recipe-draft.ts';
import { useBookForm } from './use-book-form.ts';

export function MealRecipeEditor({ id, book, back }: { id: number; book: Book; back: string }) {
  const { data: meal, isPending } = useQuery(staffMealQuery(id));
  if (isPending) return <Skeleton className="h-64" />;
  if (!meal) return <EmptyState title="This meal was not found" />;
  const recipe = book.reply.meals.find(({ mealId }) => mealId === id) ?? null;
  return <Editor key={recipe?.version ?? 0} {...{ meal, recipe, book, back }} />;
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
  const [basis, setBasis] = useState(String(recipe?.basis ?? 10));
  const [packaging, setPackaging] = useState(String((recipe?.packagingCents ?? 0) / 100));
  const [steps, setSteps] = useState(recipe?.steps ?? '');
  const [reasons, setReasons] = useState(recipe?.allergenReasons ?? {});
  const packagingCents = Math.round(Number(packaging) * 100) || 0;
  const derived = deriveMeal(
    { basis: Number(basis) || 1, packagingCents, lines: countedLines(lines, book) },
    {
      allergens: meal.allergens,
      priceCents: Math.round(Number(meal.price) * 100),
      calories: meal.calories,
      proteinGrams: meal.protein,
      fatGrams: meal.fat,
      saturatedFatGrams: meal.saturatedFat,
      carbsGrams: meal.carbs,
      sugarsGrams: meal.sugars,
      sodiumMg: meal.sodium,
    },
    reasons,
    book,
    { includesGst: book.reply.includesGst },
  );
  const form = useBookForm(
    (settle) =>
      call(saveMealRecipe, {
        params: { id: String(meal.id) },
        body: {
          version: recipe?.version ?? null,
          basis: Number(basis) || 0,
          packagingCents,
          steps,
          allergenReasons: reasons,
          lines: sentLines(lines),
          settle,
        },
      }),
    { saved: `The recipe of ${meal.name} is kept.`, onSaved: () => {} },
  );
  const asked = [...derived.allergens.extra];
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 content-start gap-5">
        <h2 className="text-xl">{meal.name}</h2>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="For how many portions"
            inputMode="numeric"
            value={basis}
            error={form.errors.basis}
            onChange={({ target: { value } }) => setBasis(value)}
          />
          <TextField
            label="Packaging of one, $"
            inputMode="decimal"
            value={packaging}
            error={form.errors.packagingCents}
            onChange={({ target: { value } }) => setPackaging(value)}
          />
        </div>
        <LineRows
          lines={lines}
          book={book}
          ofComponent={null}
          errors={form.errors}
          onChange={setLines}
        />
        {asked.map((allergen) => (
          <TextField
            key={allergen}
            label={`Why it declares ${allergen}`}
            hint="No ingredient brings it."
            maxLength={200}
            value={reasons[allergen] ?? ''}
            error={form.errors[`allergenReasons.${allergen}`]}
            onChange={({ target: { value } }) => setReasons({ ...reasons, [allergen]: value })}
          />
        ))}
        <TextAreaField
          label="Steps"
          optional
          rows={5}
          maxLength={4000}
          value={steps}
          onChange={({ target: { value } }) => setSteps(value)}
        />
        <FormFoot form={form} back={back} maySave={mayEdit} />
      </div>
      <DerivedPanel meal={meal} derived={derived} />
    </div>
  );
}
