import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { AvoidField } from '#areas/needs/web/avoid-field.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

let needs: FoodNeeds;

function Field({ given }: { given: FoodNeeds }) {
  const [now, setNow] = useState(given);
  return (
    <main>
      <h1>Mia</h1>
      <AvoidField
        name="Mia"
        needs={now}
        onChange={(changes) => {
          needs = { ...now, ...changes };
          setNow(needs);
        }}
      />
    </main>
  );
}

const open = (given: Partial<FoodNeeds> = {}) =>
  openPage(<Field given={{ ...NO_FOOD_NEEDS, ...given }} />, { at: '/order' });
const input = () => page.getByRole('textbox', { name: 'Leave out (optional)' });
const chip = (name: string) => page.getByRole('checkbox', { name });

beforeEach(async () => {
  await page.viewport(390, 844);
});

test('a food is added with the button, with Enter or by leaving the field, and taken off by a tap', async () => {
  await open();
  await input().fill('Capsicums');
  await page.getByRole('button', { name: 'Add' }).click();
  await input().fill('kiwi, celery');
  await userEvent.keyboard('{Enter}');
  await input().fill('corn');
  await userEvent.tab();
  await expect.element(chip('corn')).toBeVisible();
  expect(needs.avoid).toEqual(['capsicum', 'kiwi', 'celery', 'corn']);
  await chip('kiwi').click();
  await expect.element(chip('kiwi')).not.toBeInTheDocument();
  expect(needs.avoid).toEqual(['capsicum', 'celery', 'corn']);
});

test('one that the law lists is ticked as an allergen', async () => {
  await open();
  await input().fill('dairy');
  await userEvent.keyboard('{Enter}');
  await expect.element(input()).toHaveValue('');
  expect(needs).toMatchObject({ allergens: ['milk'], avoid: [] });
});

test('after twenty foods it asks to call', async () => {
  await open({ avoid: Array.from({ length: 20 }, (_, index) => `food ${index}`) });
  await expect.element(page.getByText(/Please call us/)).toBeVisible();
  await expect.element(input()).not.toBeInTheDocument();
});

test('axe finds nothing wrong', async () => {
  await open({ avoid: ['capsicum'] });
  expect(await listViolations()).toEqual([]);
});
