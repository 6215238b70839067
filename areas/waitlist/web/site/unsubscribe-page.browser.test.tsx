import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  confirmNews,
  getNews,
  getSubscription,
  joinWaitlist,
  unsubscribe,
} from '#areas/waitlist/calls/waitlist.ts';
import { ConfirmNewsPage, UnsubscribePage } from '#areas/waitlist/web/site/unsubscribe-page.tsx';
import { WaitlistPage } from '#areas/waitlist/web/site/waitlist-page.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const server = fakeServer();
const LAN = 'l…@example.com';
const overLink = () => refused(404, { message: 'This link was not found', code: 'not_found' });

const openNews = (token = '7.secret') =>
  openPage(
    <main>
      <ConfirmNewsPage />
    </main>,
    { at: `/confirm-news?token=${token}` },
  );
const yes = () => page.getByRole('button', { name: 'Yes, send me news' });

describe('the link that asks about news', () => {
  test('changes nothing until its button is pressed, and then says what is so', async () => {
    server.answers(getNews, () => ({ email: LAN, isSubscribed: false }));
    server.answers(confirmNews, () => ({ email: LAN, isSubscribed: true }));
    await openNews();
    await expect
      .element(page.getByText(`Send news about menus and offers to ${LAN}?`))
      .toBeVisible();
    expect(server.sent(confirmNews)).toEqual([]);
    expect(await listViolations()).toEqual([]);
    await yes().click();
    await expect.element(page.getByText('You’ll get our news')).toBeVisible();
    await expect.element(yes()).not.toBeInTheDocument();
    expect(document.activeElement?.textContent).toContain('You’ll get our news');
    expect(server.sent(confirmNews).map(({ body }) => body)).toEqual([{ token: '7.secret' }]);
  });

  test('that is over says how to ask again, and one without its secret asks nobody', async () => {
    server.answers(getNews, overLink);
    const first = await openNews();
    await expect.element(page.getByText('This link has expired')).toBeVisible();
    await expect.element(yes()).not.toBeInTheDocument();
    await first.close();
    const asked = server.sent(getNews).length;
    await openNews('');
    await expect.element(page.getByText('This link has expired')).toBeVisible();
    expect(server.sent(getNews)).toHaveLength(asked);
  });

  test('without a connection can be tried again, to look and to confirm', async () => {
    server.answers(getNews, () => UNREACHABLE);
    await openNews();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    server.answers(getNews, () => ({ email: LAN, isSubscribed: false }));
    await page.getByRole('button', { name: 'Try again' }).click();
    server.answers(confirmNews, () => UNREACHABLE);
    await yes().click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(yes()).toBeEnabled();
  });
});

test('the link that unsubscribes stops by its button, and of an unknown one offers our address', async () => {
  const open = () =>
    openPage(
      <main>
        <UnsubscribePage />
      </main>,
      { at: '/unsubscribe?token=7.secret' },
    );
  server.answers(getSubscription, () => ({ email: LAN, isSubscribed: true }));
  server.answers(unsubscribe, () => ({ email: LAN, isSubscribed: false }));
  const first = await open();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect.element(page.getByText('You’re unsubscribed')).toBeVisible();
  await first.close();
  server.answers(getSubscription, overLink);
  await open();
  await expect.element(page.getByText('This link is incomplete')).toBeVisible();
});

test.each([
  ['with the tick', true],
  ['without it', false],
])('joining %s says that news may need confirming: %s', async (_how, asksNews) => {
  server.answers(joinWaitlist, () => ({ id: 1 }));
  await openPage(
    <main>
      <WaitlistPage />
    </main>,
    { at: '/waitlist' },
  );
  const form = page.getByRole('region', { name: 'We just need your email and suburb' });
  await form.getByLabelText('Email').fill('lan@example.com');
  await form.getByLabelText('Suburb').fill('Ipswich');
  if (asksNews) await form.getByRole('checkbox').click();
  await form.getByRole('button').click();
  await expect.element(page.getByText('Thank you, you’re on the list.')).toBeVisible();
  expect(server.sent(joinWaitlist).map(({ body }) => body.consent)).toEqual([
    asksNews || undefined,
  ]);
  const hint = expect.element(page.getByText(/asks you to confirm that you want news/));
  await (asksNews ? hint.toBeVisible() : hint.not.toBeInTheDocument());
});
