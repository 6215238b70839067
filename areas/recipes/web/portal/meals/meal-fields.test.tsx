import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { type PageData, PageDataContext } from '#areas/business/web/page-data.ts';
import { fieldsOfType, wireName } from '#areas/menu/rules/meal-fields.ts';
import { EditedMealProvider, useEditedMeal } from './meal-draft.tsx';
import { MealFields } from './meal-fields.tsx';

function Form() {
  const edited = useEditedMeal(null);
  return (
    <PageDataContext value={{ config: { business: defaultBusiness } } as PageData}>
      <QueryClientProvider client={new QueryClient()}>
        <EditedMealProvider value={edited}>
          <MealFields />
        </EditedMealProvider>
      </QueryClientProvider>
    </PageDataContext>
  );
}

const form = renderToStaticMarkup(<Form />);

/** Lists, and yes or no, have widgets without the name of the field. */
test.each(fieldsOfType('text', 'number', 'price', 'choice', 'date', 'picture').map(wireName))(
  'the form asks for %s, once',
  (name) => {
    expect(form.split(` name="${name}"`)).toHaveLength(2);
  },
);

test('the form asks whether a meal is for sale, what it contains and whether it can be frozen', () => {
  for (const label of ['Active: customers can order it', 'Allergens', 'Can be frozen']) {
    expect(form).toContain(label);
  }
});
