import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changePageText, listTexts } from '#areas/messages/calls/texts.ts';
import { WordsSection } from '#areas/messages/web/portal/words-section.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();

const example = { business: 'Redlands Table', link: 'https://meals.example/t/0123456789abcdef' };

const area = page.getByLabelText('Words of the text');
const card = page.getByRole('region', { name: 'Text message', exact: true });
const save = card.getByRole('button', { name: 'Save Text message', exact: true });

beforeEach(async () => {
  await page.viewport(390, 844);
  server.answers(listTexts, () => ({
    example,
    mode: 'kept' as const,
    texts: [],
    values: {},
    prices: [],
  }));
  await openPortalPage(<WordsSection />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=mail',
  });
});

test('shows what a customer would read, how long it is, and what may be used', async () => {
  await expect
    .element(card.getByText(/^Redlands Table: your meals are on the way\. 3 stops before you/))
    .toBeVisible();
  await expect.element(card.getByText(/^\d+ of 160 characters/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('what can’t be used is said at once, and a server’s refusal beside the field', async () => {
  await area.fill('{business}: {amount} {link}');
  await expect.element(card.getByText('{amount} can’t be used here')).toBeVisible();
  await expect.element(save).toBeDisabled();
  server.answers(changePageText, () =>
    refused(400, { message: 'Too long', code: 'invalid', fields: { text: 'Too long' } }),
  );
  await area.fill('{business}: nearly there. {link}');
  await save.click();
  await expect.element(card.getByText('Too long', { exact: true })).toBeVisible();
  expect(server.sent(changePageText).map(({ body }) => body)).toEqual([
    { version: 0, value: { subject: null, text: '{business}: nearly there. {link}' } },
  ]);
});
