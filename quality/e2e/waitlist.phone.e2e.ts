import { eq } from 'drizzle-orm';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { expect, test } from './app-fixture.ts';
import type { RunningApp } from './running-app.ts';
import { emailField, joinButton, openForm, suburbField, toasts } from './waitlist-form.ts';

const TEN_KILOBYTES = 'x'.repeat(10_240);
const SCRIPT = '<script>document.title="broken into"</script>';

async function entryOf({ db }: Pick<RunningApp, 'db'>, email: string) {
  const [entry] = await db.select().from(waitlistEntries).where(eq(waitlistEntries.email, email));
  return entry;
}

async function countEntries({ db }: Pick<RunningApp, 'db'>): Promise<number> {
  return db.$count(waitlistEntries);
}

test('the long form stores every field, says thank you, and hides the form', async ({
  page,
  app,
}) => {
  await openForm(page, '/landing');
  await page.getByLabel('Name').fill('Nguyễn Thị Ánh');
  await emailField(page).fill('anh@example.org');
  await suburbField(page).fill('Cleveland');
  await page.getByLabel('Phone').fill('0412 345 678');
  await page.getByLabel('Meals per week').selectOption('10');
  await page.getByRole('checkbox', { name: /send me news/ }).check();
  await joinButton(page).click();
  await expect(toasts(page)).toContainText('Welcome to the waitlist!');
  await expect(toasts(page)).toContainText("We'll notify you as soon as we launch in your area.");
  const thanks = page.getByText('Thank you, you’re on the list.');
  await expect(thanks).toBeVisible();
  await expect(
    page.getByText('We already deliver to Cleveland. Your first order is delivered free.'),
  ).toBeVisible();
  await expect(joinButton(page)).toBeHidden();
  expect(await entryOf(app, 'anh@example.org')).toMatchObject({
    name: 'Nguyễn Thị Ánh',
    suburb: 'Cleveland',
    mealsPerWeek: 10,
  });
});

test(
  'someone we do not deliver to yet joins with email and suburb only',
  { tag: '@release' },
  async ({ page, app }) => {
    await openForm(page, '/waitlist?suburb=Ipswich');
    await expect(
      page.getByText('We don’t deliver to Ipswich yet.', { exact: false }),
    ).toBeVisible();
    await emailField(page).fill('kai@example.org');
    await joinButton(page).click();
    await expect(toasts(page)).toContainText('Added to Waitlist!');
    await expect(toasts(page)).toContainText(
      "We'll notify you when we start delivering to your area.",
    );
    expect(await entryOf(app, 'kai@example.org')).toMatchObject({ suburb: 'Ipswich' });
  },
);

test(
  'while it is being sent the button says so, and a second tap sends nothing',
  { tag: '@release' },
  async ({ page }) => {
    let sent = 0;
    await page.route('**/api/waitlist', async (route) => {
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await openForm(page, '/waitlist');
    await emailField(page).fill('slow@example.org');
    await suburbField(page).fill('Birkdale');
    await suburbField(page).press('Enter');
    await expect(page.getByText('Adding you to the list...').first()).toBeVisible();
    await suburbField(page).press('Enter');
    await expect(page.getByText('Thank you, you’re on the list.')).toBeVisible();
    expect(sent).toBe(1);
  },
);

test(
  'missing or malformed input is reported by toast and beside its field',
  { tag: '@release' },
  async ({ page, app }) => {
    const before = await countEntries(app);
    await openForm(page, '/landing');
    await joinButton(page).click();
    await expect(toasts(page)).toContainText('Missing Information');
    await expect(toasts(page)).toContainText('Please fill in all required fields.');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.getByLabel('Name').fill('Kai');
    await emailField(page).fill('not an address');
    await suburbField(page).fill('Ormiston');
    await joinButton(page).click();
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveAccessibleDescription(/your email address/);
    await openForm(page, '/waitlist');
    await joinButton(page).click();
    await expect(toasts(page)).toContainText('Please provide both email and suburb.');
    expect(await countEntries(app)).toBe(before);
  },
);

test.describe('hostile and clumsy input', () => {
  test.use({ expectedStatuses: [400], goesOffline: true });

  test(
    'ten kilobytes in a field are refused beside it, and nothing typed is lost',
    { tag: '@release' },
    async ({ page, app }) => {
      const before = await countEntries(app);
      await openForm(page, '/landing');
      await page.getByLabel('Name').fill(TEN_KILOBYTES);
      await emailField(page).fill('long@example.org');
      await suburbField(page).fill('Ormiston');
      await joinButton(page).click();
      await expect(toasts(page)).toContainText('Something went wrong. Please try again.');
      await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/characters or fewer/);
      await expect(page.getByLabel('Name')).toHaveValue(TEN_KILOBYTES);
      await expect(joinButton(page)).toBeEnabled();
      expect(await countEntries(app)).toBe(before);
    },
  );

  test(
    'a script stays text, here and in the staff list',
    { tag: '@release' },
    async ({ page, app }) => {
      await openForm(page, `/waitlist?suburb=${encodeURIComponent(SCRIPT)}`);
      await expect(suburbField(page)).toHaveValue(SCRIPT.slice(0, 80));
      await emailField(page).fill('script@example.org');
      await joinButton(page).click();
      await expect(page.getByText('Thank you, you’re on the list.')).toBeVisible();
      await expect(page).not.toHaveTitle(/broken into/);
      expect(await entryOf(app, 'script@example.org')).toMatchObject({
        suburb: SCRIPT.slice(0, 80),
      });
    },
  );

  test(
    'the same address again gets thanks again and stays one entry',
    { tag: '@release' },
    async ({ page, app }) => {
      for (const suburb of ['Capalaba', 'Sheldon']) {
        await openForm(page, '/waitlist');
        await emailField(page).fill('Twice@Example.org');
        await suburbField(page).fill(suburb);
        await joinButton(page).click();
        await expect(page.getByText('Thank you, you’re on the list.')).toBeVisible();
      }
      const all = await app.db.select().from(waitlistEntries);
      const same = all.filter(({ email }) => email.toLowerCase() === 'twice@example.org');
      expect(same).toMatchObject([{ suburb: 'Sheldon' }]);
    },
  );

  test('without a connection the form says so, keeps its text, and sends it later', async ({
    page,
    context,
  }) => {
    await openForm(page, '/waitlist');
    const alive = page.evaluate(
      () => new Promise<void>((done) => addEventListener('alive', () => done(), { once: true })),
    );
    await emailField(page).fill('bus@example.org');
    await alive;
    await page.waitForLoadState('networkidle');
    await suburbField(page).fill('Thornlands');
    await context.setOffline(true);
    await joinButton(page).click();
    await expect(toasts(page)).toContainText('Failed to join waitlist. Please try again.');
    await expect(page.getByText('What you typed is still here.')).toBeVisible();
    await expect(emailField(page)).toHaveValue('bus@example.org');
    await context.setOffline(false);
    await joinButton(page).click();
    await expect(page.getByText('Thank you, you’re on the list.')).toBeVisible();
  });

  test(
    'a form sent before its page can send it says so, keeps its text, and sends it later',
    { tag: '@release' },
    async ({ page, context }) => {
      await openForm(page, '/waitlist');
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await emailField(page).fill('tunnel@example.org');
      await suburbField(page).fill('Thornlands');
      await joinButton(page).click();
      const notice = page.getByText('We couldn’t load this. Check your connection and try again.');
      await expect(notice).toBeVisible();
      await context.setOffline(false);
      await joinButton(page).click();
      await expect(page.getByText('Thank you, you’re on the list.')).toBeVisible();
      await expect(notice).toBeHidden();
    },
  );
});
