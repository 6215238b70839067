import { useState } from 'react';
import type { FoodFiguresReply, MealFood } from '#areas/office/calls/food-figures.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { dollarsIfKnown } from './describe-food.ts';
import { FigurePart } from './figure-part.tsx';

/** What would be gone without one meal. Whether its customers would choose another, nobody knows. */
export function WithoutMealPart({ food: { meals } }: { food: FoodFiguresReply }) {
  const [chosen, setChosen] = useState<number | null>(null);
  // Few portions first: those are thought of.
  const choices = meals.toReversed();
  const meal = meals.find(({ mealId }) => mealId === chosen) ?? choices[0];
  return (
    <FigurePart
      title="If a meal were dropped"
      about="What these weeks would have been without it, if nobody had chosen another meal instead."
      chart={null}
    >
      {meal === undefined ? (
        <EmptyState title="No meals yet" />
      ) : (
        <>
          <SelectField
            label="Meal"
            value={meal.mealId}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {choices.map(({ mealId, name, portions }) => (
              <option key={mealId} value={mealId}>
                {name} ({portions})
              </option>
            ))}
          </SelectField>
          <WithoutMeal meal={meal} />
        </>
      )}
    </FigurePart>
  );
}

function WithoutMeal({ meal }: { meal: MealFood }) {
  const { components, ingredients } = meal.usedOnlyByIt;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2" aria-live="polite">
      <Fact name="Portions fewer">{meal.portions}</Fact>
      <Fact name="Charged less">{amountInDollars(meal.revenue)}</Fact>
      <Fact name="Food and packaging saved">{dollarsIfKnown(meal.cost)}</Fact>
      <Fact name="Margin lost">{dollarsIfKnown(meal.margin)}</Fact>
      <Fact name="No longer cooked">{meal.hasRecipe ? listText(components) : 'Not known'}</Fact>
      <Fact name="No longer bought">{meal.hasRecipe ? listText(ingredients) : 'Not known'}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </>
  );
}

function listText(names: readonly string[]): string {
  return names.length === 0 ? 'Nothing: other meals need it all' : names.join(', ');
}
