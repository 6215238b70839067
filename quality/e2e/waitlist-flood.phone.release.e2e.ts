import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { expect, test } from './app-fixture.ts';
import { emailField, joinButton, openForm, suburbField, toasts } from './waitlist-form.ts';

test.use({ variables: { THROTTLE: 'on' }, expectedStatuses: [429] });

test('a flood is stopped with a message that says when to try again', async ({ page, app }) => {
  await openForm(page, '/waitlist');
  const statuses = await page.evaluate(async () => {
    const answers: number[] = [];
    for (let i = 0; i < 60 && !answers.includes(429); i += 1) {
      const { status } = await fetch('/api/waitlist', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `flood${i}@example.org`, suburb: 'Cleveland' }),
      });
      answers.push(status);
    }
    return answers;
  });
  expect(statuses).toContain(429);
  const before = await app.db.$count(waitlistEntries);
  await emailField(page).fill('honest@example.org');
  await suburbField(page).fill('Cleveland');
  await joinButton(page).click();
  await expect(toasts(page)).toContainText('Failed to join waitlist. Please try again.');
  await expect(page.getByText(/minute/).first()).toBeVisible();
  await expect(joinButton(page)).toBeEnabled();
  expect(await app.db.$count(waitlistEntries)).toBe(before);
});
