import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { textValues } from '#areas/business/rules/texts/text-values.ts';
import {
  changePageText,
  listTexts,
  previewTexts,
  type TextReply,
} from '#areas/messages/calls/texts.ts';
import { PageTextsTab } from '#areas/messages/web/portal/page-texts-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const values = textValues(defaultBusiness, { prices: [1249, 1799], tiers: [] });
const example = { business: 'Redlands Table', link: 'https://meals.example/t/0123456789abcdef' };

const text = (key: string, value: TextReply['value'], version = 1): TextReply => ({
  key,
  version,
  value,
  changedBy: 'ada@example.com',
  changedAt: '2026-01-07T02:00:00.000Z',
  formerOurs: null,
});

const card = page.getByRole('region', { name: 'Intro' });
const intro = card.getByRole('textbox', { name: 'Intro' });
const save = card.getByRole('button', { name: 'Save Intro' });

async function open(texts: TextReply[] = [], at = '/admin?tab=settings&section=texts') {
  server.answers(listTexts, () => ({
    texts,
    values: { ...values },
    prices: ['$12.49'],
    example,
    mode: 'kept' as const,
  }));
  await openPortalPage(<PageTextsTab />, { server, heading: 'Admin Portal', at });
}

beforeEach(async () => {
  await page.viewport(390, 844);
  server.answers(previewTexts, ({ body }) => ({
    html: `<p>${body.path} ${JSON.stringify(body.texts)}</p>`,
  }));
});

test('begins from our words, fits a phone, and can be used by everyone', async () => {
  await open();
  await expect.element(intro).toHaveValue(expect.stringMatching(/^\{services\} made by/) as string);
  await expect.element(save).toBeDisabled();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('a fact that is typed is pointed out, and one press puts it in braces', async () => {
  await open();
  await intro.fill('Weekly for $5.99.');
  await expect.element(card.getByText('“$5.99” is your fee for weekly delivery.')).toBeVisible();
  await card.getByRole('button', { name: 'Use {weeklyFee}' }).click();
  await expect.element(intro).toHaveValue('Weekly for {weeklyFee}.');
  server.answers(changePageText, ({ params }) => text(params.key, 'Weekly for {weeklyFee}.'));
  await save.click();
  await expect
    .poll(() => server.sent(changePageText))
    .toEqual([
      expect.objectContaining({
        params: { key: 'home.intro' },
        body: { version: 0, value: 'Weekly for {weeklyFee}.' },
      }),
    ]);
});

test('what is refused is said at once, and cannot be saved', async () => {
  await open();
  await intro.fill('<b>Fresh</b>');
  await expect.element(card.getByText('Please write without HTML; - makes a list')).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test('a fact is put where the cursor is', async () => {
  await open();
  await intro.fill('Order by , please');
  (intro.element() as HTMLTextAreaElement).setSelectionRange(9, 9);
  intro.element().dispatchEvent(new Event('select', { bubbles: true }));
  await card.getByText('Insert a fact').click();
  await card.getByRole('button', { name: /^\{cutoff\}/ }).click();
  await expect.element(intro).toHaveValue('Order by {cutoff}, please');
});

test('the page is drawn with what is being typed', async () => {
  await open();
  await intro.fill('Mine.');
  await expect
    .poll(() => server.sent(previewTexts).at(-1)?.body)
    .toEqual({ path: '/?view=public', texts: { 'home.intro': 'Mine.' } });
  await page.getByRole('button', { name: 'See the page' }).click();
  await expect.element(page.getByTitle('The page')).toBeVisible();
  const frame = page.getByTitle('The page').element() as HTMLIFrameElement;
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
  await expect.poll(() => frame.contentDocument?.body.textContent).toContain('Mine.');
});

test('anyone who saves second reads what the first wrote, and may save over it', async () => {
  await open([text('home.intro', 'Old.')]);
  await intro.fill('Mine.');
  server.answers(changePageText, ({ body }) =>
    body.version === 1
      ? refused(409, {
          code: 'changed_meanwhile',
          message: 'ada@example.com changed this text after you opened it.',
          theirs: text('home.intro', 'Theirs.', 2),
        })
      : text('home.intro', 'Mine.', 3),
  );
  await save.click();
  await expect.element(card.getByText('Theirs.')).toBeVisible();
  await expect.element(intro).toHaveValue('Mine.');
  await card.getByRole('button', { name: 'Save mine over it' }).click();
  await expect
    .poll(() => server.sent(changePageText).map(({ body }) => body.version))
    .toEqual([1, 2]);
});

test('rules of ours stand between the topics, without fields', async () => {
  await open([], '/admin?tab=settings&section=texts&page=terms');
  const topics = page.getByRole('region', { name: 'Topics' });
  await expect.element(topics.getByText('Changing, cancelling and refunds')).toBeVisible();
  const fields = topics
    .getByRole('textbox')
    .elements()
    .map((field) => (field as HTMLInputElement).value);
  expect(fields).toContain('Your data');
  expect(fields.join()).not.toContain('Orders close on');
  await topics.getByRole('button', { name: 'Add one' }).click();
  await expect.element(topics.getByLabelText('Heading 8')).toBeVisible();
});
