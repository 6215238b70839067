import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  changeMessageText,
  listMessageTexts,
  type MessageTextReply,
} from '#areas/messages/calls/emails.ts';
import { ourWords } from '#areas/messages/rules/check-message-text.ts';
import { DELIVERY_MESSAGE_KINDS, MESSAGE_CHANNELS } from '#areas/messages/rules/messages.ts';
import { WordsSection } from '#areas/messages/web/portal/words-section.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();

const TEXTS = DELIVERY_MESSAGE_KINDS.flatMap((kind) =>
  MESSAGE_CHANNELS.map((channel): MessageTextReply => ({
    kind,
    channel,
    ...ourWords(kind, channel),
    isOurs: true,
    version: 0,
    changedBy: null,
    changedAt: null,
  })),
);
const example = { business: 'Redlands Table', link: 'https://meals.example/t/0123456789abcdef' };

const area = page.getByLabelText('Words of the text');
const card = page.getByRole('region', { name: 'Text message' });
const save = card.getByRole('button', { name: 'Save' });

beforeEach(async () => {
  await page.viewport(390, 844);
  server.answers(listMessageTexts, () => ({ example, mode: 'kept' as const, texts: TEXTS }));
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
  await save.click();
  expect(server.sent(changeMessageText)).toEqual([]);
  server.answers(changeMessageText, () =>
    refused(400, { message: 'Too long', code: 'invalid', fields: { text: 'Too long' } }),
  );
  await area.fill('{business}: nearly there. {link}');
  await save.click();
  await expect.element(card.getByText('Too long', { exact: true })).toBeVisible();
  expect(server.sent(changeMessageText).map(({ body }) => body)).toEqual([
    { channel: 'text', version: 0, subject: null, text: '{business}: nearly there. {link}' },
  ]);
});
