import { servedTypes } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { ServiceOptions } from '#areas/menu/web/service-options.tsx';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createMealByRecipe, type MealByRecipeSent } from '#areas/recipes/calls/recipe-book.ts';
import { BASIS } from '#areas/menu/rules/recipe-limits.ts';
import { deriveMeal, type DerivedMeal } from '#areas/menu/rules/derive-meal.ts';
import { NOTHING_DECLARED } from '#areas/menu/rules/take-over.ts';
import { MEAL_FIELDS } from '#areas/menu/rules/meal-fields.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { textFields } from '#platform/web/api/use-form.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { DerivedPanel } from '#areas/recipes/web/derived-panel.tsx';
import {
  countedLines,
  draftLines,
  lineProblems,
  sentLines,
} from '#areas/recipes/web/portal/cookbook/recipe-draft.ts';
import { RecipeLines } from '#areas/recipes/web/portal/cookbook/recipe-lines.tsx';
import { useEditorGuard } from '#areas/recipes/web/portal/cookbook/book-form.tsx';
import { type Book, bookOf, recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';

/** A new meal by what goes into it: what it declares and costs follows, and it stays off the menu until someone puts it on. */
export function NewMealByRecipe() {
  return (
    <Loaded query={useQuery(recipeBookQuery)} what="the recipes" kind="form">
      {(reply) => <Editor book={bookOf(reply)} />}
    </Loaded>
  );
}

/** For one portion: what every meal has. */
const FIGURES = [
  ['calories', 'calories', 'Energy, Cal'],
  ['protein', 'proteinGrams', 'Protein, g'],
  ['carbs', 'carbsGrams', 'Carbs, g'],
  ['fat', 'fatGrams', 'Fat, g'],
] as const;
type FigureTexts = Record<(typeof FIGURES)[number][0], string>;

function Editor({ book }: { book: Book }) {
  const [first = 'lunch'] = servedTypes(useConfig().business);
  const [meal, setMeal] = useState({
    name: '',
    mealType: first,
    price: '',
    basis: '10',
    packaging: '',
  });
  const [lines, setLines] = useState(() => draftLines([], book));
  const [figures, setFigures] = useState<FigureTexts>({
    calories: '',
    protein: '',
    carbs: '',
    fat: '',
  });
  const packagingCents = meal.packaging.trim() === '' ? 0 : parseAmount(meal.packaging.trim());
  const derived = deriveMeal(
    {
      basis: Number(meal.basis) || 1,
      packagingCents: packagingCents ?? 0,
      lines: countedLines(lines, book),
    },
    { ...NOTHING_DECLARED, priceCents: parseAmount(meal.price.trim()) ?? 0 },
    {},
    book,
    { includesGst: book.reply.includesGst },
  );
  const guard = useEditorGuard({ meal, lines, figures }, 'this meal');
  const { errors, adding, save } = useAddMeal(guard, () => ({
    name: meal.name,
    mealType: meal.mealType,
    price: meal.price,
    basis: Number(meal.basis) || 0,
    packagingCents: packagingCents ?? 0,
    figures: figuresSent(figures, derived),
    lines: sentLines(lines, book),
  }));
  const field = textFields(meal, (change) => setMeal({ ...meal, ...change }), {
    ...errors,
    packaging: errors['packagingCents'],
  });
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 content-start gap-5">
        <TextField label="Name" maxLength={MEAL_FIELDS.name.value.maxLength} {...field('name')} />
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
          <SelectField
            label="Meal type"
            value={meal.mealType}
            onChange={({ target: { value } }) => setMeal({ ...meal, mealType: value as MealType })}
          >
            <ServiceOptions also={meal.mealType} />
          </SelectField>
          <TextField label="Price, $" inputMode="decimal" placeholder="14.99" {...field('price')} />
          <TextField label="Portions" inputMode="numeric" {...field('basis')} />
          <TextField label="Packaging, $" inputMode="decimal" {...field('packaging')} />
        </div>
        <RecipeLines
          lines={lines}
          book={book}
          errors={errors}
          size={Number(meal.basis) || null}
          unit="portions"
          mostSize={BASIS.max}
          onChange={setLines}
          onResize={(portions, resized) => {
            setMeal({ ...meal, basis: String(portions) });
            setLines(resized);
          }}
        />
        <UnknownFigures {...{ derived, figures, errors }} onChange={setFigures} />
        {Object.keys(errors).length > 0 && (
          <Notice tone="error" announce="now" title="Not saved">
            <ul className="list-disc pl-5">
              {Object.entries(errors).map(([name, message]) => (
                <li key={name}>{message}</li>
              ))}
            </ul>
          </Notice>
        )}
        {Object.keys(errors).length === 0 && (
          <FailureNotice failure={adding.failure} title="Not saved" />
        )}
        <Button
          className="justify-self-start"
          busy={adding.isBusy}
          busyLabel="Saving…"
          onClick={() =>
            save({
              ...lineProblems(lines, book),
              ...(packagingCents === null && { packagingCents: 'Enter an amount such as 0.62.' }),
            })
          }
        >
          Save off the menu
        </Button>
      </div>
      <DerivedPanel meal={null} derived={derived} price={meal.price} />
    </div>
  );
}

/** `guard`: what was typed is no longer lost by leaving. */
function useAddMeal(guard: () => void, bodyOf: () => MealByRecipeSent) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [errors, setErrors] = useState<FieldErrors>({});
  const adding = useChange(createMealByRecipe, {
    says: ({ meal: { name } }) => ({
      title: 'Meal Created',
      description: `${name} is not on the menu.`,
      tone: 'success',
    }),
    onDone({ meal, book }) {
      client.setQueryData(recipeBookQuery.queryKey, book);
      guard();
      void navigate(paths.admin({ tab: 'cookbook', part: 'meals', open: meal.id }));
    },
    onFailure: (_failure, { error }) => setErrors(fieldErrorsOf(error)),
    refresh: [{ queryKey: STAFF_MEALS_KEY }],
  });
  const save = (problems: FieldErrors) => {
    setErrors(problems);
    if (Object.keys(problems).length === 0) adding.run({ body: bodyOf() });
  };
  return { errors, adding, save };
}

function figuresSent(
  texts: FigureTexts,
  derived: DerivedMeal,
): Partial<Record<keyof FigureTexts, number>> {
  const typed = FIGURES.flatMap(([name, figure]) => {
    const text = texts[name].trim();
    return derived.nutrition[figure] !== null || text === '' ? [] : [[name, Number(text)]];
  });
  return Object.fromEntries(typed) as Partial<Record<keyof FigureTexts, number>>;
}

type UnknownFiguresProps = {
  derived: DerivedMeal;
  figures: FigureTexts;
  errors: FieldErrors;
  onChange: (figures: FigureTexts) => void;
};

/** Every meal has these; where an ingredient lacks one, someone enters it for the portion. */
function UnknownFigures({ derived, figures, errors, onChange }: UnknownFiguresProps) {
  const unknown = FIGURES.filter(([, figure]) => derived.nutrition[figure] === null);
  if (unknown.length === 0) return null;
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
      <legend className="mb-2 font-semibold">Of one portion, as the recipe does not say it</legend>
      {unknown.map(([name, , label]) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          value={figures[name]}
          error={errors[`figures.${name}`]}
          onChange={({ target: { value } }) => onChange({ ...figures, [name]: value })}
        />
      ))}
    </fieldset>
  );
}
