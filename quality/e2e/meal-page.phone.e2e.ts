import { expect, test } from './app-fixture.ts';
import { cardsOf, continueTo, nameThePeople } from './order-journey.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };

const meal = sampleMenu.find(({ mealType }) => mealType === 'dinner')!;
const address = `/menu/${meal.slug}`;

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a meal’s page says what it costs, contains, gives and how to heat it',
    { tag: '@release' },
    async ({ page }) => {
      await page.goto(address);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1, name: meal.name })).toBeVisible();
      await expect(main).toContainText(`$${meal.price}`);
      await expect(main).toContainText(/Contains: |No declared allergens/);
      await expect(main.getByRole('row', { name: /^Sodium/ })).toContainText(`${meal.sodium} mg`);
      await expect(main.getByRole('heading', { name: 'Heating' })).toBeVisible();
      await expect(main).toContainText('Reheat once only.');
      await main.getByRole('link', { name: 'Add to my week' }).click();
      await expect(page).toHaveURL(`/order?meal=${meal.slug}`);
    },
  );

  test('its picture for shared links is a JPEG', { tag: '@release' }, async ({ page, request }) => {
    await page.goto(address);
    const picture = page.locator('meta[property="og:image"]');
    const { pathname } = new URL((await picture.getAttribute('content')) ?? '');
    const reply = await request.get(pathname);
    expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await request.get('/sitemap.xml').then((sitemap) => sitemap.text())).toContain(address);
  });
});

test('a meal added from its page is first in the picker, and placed with one tap', async ({
  page,
}) => {
  await page.goto(address);
  await page.getByRole('link', { name: 'Add to my week' }).click();
  await nameThePeople(page, ['Mia']);
  await continueTo(page, 'Meal Selection');
  await expect(page).toHaveURL('/order?step=2');
  const first = cardsOf(page).first();
  await expect(first).toContainText('You picked it on the menu');
  await first.getByRole('button', { name: new RegExp(`^${meal.name}`) }).click();
  await expect(
    page.getByRole('button', { name: new RegExp(`^Dinner, .*: ${meal.name}. Change$`) }),
  ).toBeVisible();
});
