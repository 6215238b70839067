import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type SearchReply, searchPortal } from '#areas/office/calls/search.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const KEYS = '{Control>}k{/Control}';

const PETER = {
  id: '7',
  title: 'Peter Nguyễn',
  detail: 'RT-7K3F-9Q2X · Tue 13 Jan, 11am-1pm · Cleveland',
  marks: ['Nguyễn'],
  link: '/admin?tab=orders&order=7',
};
type Groups = SearchReply['groups'];
const orders: Groups = [{ kind: 'orders', rank: 3, more: null, items: [PETER] }];
const CHICKEN = {
  id: '3',
  title: 'Chicken Cacciatore',
  detail: 'Dinner',
  marks: [],
  link: '/admin?tab=meals&meal=3',
};

const answer = (q: string, change: Partial<SearchReply> = {}): SearchReply => ({
  q,
  groups: /nguy|peter/i.test(q) ? orders : [],
  nearly: false,
  late: [],
  ...change,
});
const asked = () => server.sent(searchPortal).map(({ body }) => body.q);

beforeEach(async () => {
  await page.viewport(1280, 800);
  // A Tuesday.
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-13T02:00:00.000Z',
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  server.answers(searchPortal, ({ body }) => answer(body.q));
});

const input = page.getByRole('combobox');
const status = page.getByRole('dialog').getByRole('status');
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);

async function open(role?: StaffRole) {
  const opened = await openPortalPage(
    <label>
      Name <input />
    </label>,
    { server, heading: 'Admin Portal', at: '/admin?tab=meals', ...(role && { role }) },
  );
  return opened;
}

/** As often as another test left words behind. */
async function openSearch(role?: StaffRole) {
  const opened = await open(role);
  await userEvent.keyboard(KEYS);
  await expect.element(input).toHaveFocus();
  await input.fill('');
  return opened;
}

test('Ctrl-K opens it while a field is typed in; a few letters and Enter go to a page', async () => {
  const { address } = await open();
  await page.getByLabelText('Name').fill('Mia');
  await userEvent.keyboard(KEYS);
  await expect.element(input).toHaveFocus();
  expect(await listViolations()).toEqual([]);
  await userEvent.keyboard('deliveries');
  await expect.poll(() => options()[0]).toBe('Deliveries');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin?tab=deliveries');
  await expect.element(input).not.toBeInTheDocument();
});

test('what the server finds is opened with Enter, and is the first of the last opened', async () => {
  const { address } = await openSearch();
  await input.fill('nguyen');
  const found = page.getByRole('option', { name: /Peter Nguyễn RT-7K3F-9Q2X/ });
  await expect.element(found).toHaveAttribute('aria-selected', 'true');
  expect(asked().at(-1)).toBe('nguyen');
  expect(await listViolations()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin?tab=orders&order=7');
  await userEvent.keyboard(KEYS);
  await expect.element(page.getByText('Last opened')).toBeVisible();
  await expect.poll(() => options()[0]).toMatch(/^Peter Nguyễn/);
});

test('words selected and typed over find again', async () => {
  await openSearch();
  await userEvent.keyboard('peter');
  await expect.poll(options).toContainEqual(expect.stringContaining('Peter'));
  await userEvent.keyboard('{Control>}a{/Control}xyzzy');
  await expect.element(status).toHaveTextContent('No order, customer, meal or page fits “xyzzy”.');
  await userEvent.keyboard('{Control>}a{/Control}nguyen');
  await expect.poll(options).toContainEqual(expect.stringContaining('Peter'));
  expect(asked().at(-1)).toBe('nguyen');
});

test('an answer is shown only for its own words: while others are asked for, it cannot be chosen', async () => {
  const { address } = await openSearch();
  await input.fill('nguyen');
  await expect.poll(options).toContainEqual(expect.stringContaining('Peter'));
  server.answers(searchPortal, never);
  await input.fill('zzz');
  await expect.element(status).toHaveTextContent('Looking…');
  expect(options()).toEqual([]);
  await expect.element(page.getByText('Peter Nguyễn')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe('/admin?tab=meals');
});

describe('it never says "nothing" when it does not know', () => {
  test('a source that is late is named, with Try again', async () => {
    server.answers(searchPortal, ({ body }) => answer(body.q, { groups: [], late: ['orders'] }));
    await openSearch();
    await input.fill('nguyen');
    await expect.element(status).toHaveTextContent('Orders are taking longer.');
    server.answers(searchPortal, ({ body }) => answer(body.q));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(options).toContainEqual(expect.stringContaining('Peter'));
  });

  test('a failure is said, with Try again', async () => {
    server.answers(searchPortal, () =>
      refused(500, { code: 'internal', message: 'Something went wrong' }),
    );
    await openSearch();
    await input.fill('nguyen');
    await expect.element(status).toHaveTextContent('We couldn’t look.');
    server.answers(searchPortal, ({ body }) => answer(body.q));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(options).toContainEqual(expect.stringContaining('Peter'));
  });

  test('what is spelled nearly so is said to be, and there is more to look in', async () => {
    server.answers(searchPortal, ({ body }) => answer(body.q, { groups: orders, nearly: true }));
    const { address } = await openSearch();
    await input.fill('ngyuen');
    await expect
      .element(status)
      .toHaveTextContent('Nothing is called exactly “ngyuen”. Shown: spelled nearly so.');
    await page.getByRole('link', { name: 'Look in all orders' }).click();
    await expect.poll(address).toBe('/admin?tab=orders&q=ngyuen');
  });
});

test('anyone who asks too often is asked to do nothing: it waits and asks again', async () => {
  server.answers(searchPortal, ({ body }) =>
    asked().length < 2
      ? refused(429, { code: 'too_many_requests', message: 'Too many searches at once.' })
      : answer(body.q),
  );
  await openSearch();
  await input.fill('nguyen');
  await expect.element(status).toHaveTextContent('Looking…');
  await expect.poll(options, { timeout: 4000 }).toContainEqual(expect.stringContaining('Peter'));
});

test('no more than 80 characters, and Escape empties it before it closes', async () => {
  await openSearch();
  await input.fill('x'.repeat(90));
  await expect.element(input).toHaveValue('x'.repeat(80));
  await userEvent.keyboard('{Escape}');
  await expect.element(input).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(input).not.toBeInTheDocument();
});

test('closed and opened again soon, it still has the words, selected', async () => {
  await openSearch();
  await input.fill('nguyen');
  await page.getByRole('button', { name: 'Close' }).click();
  await userEvent.keyboard(KEYS);
  await expect.element(input).toHaveValue('nguyen');
  await userEvent.keyboard('p');
  await expect.element(input).toHaveValue('p');
});

describe('a line that says what to do comes first, as a dialog filled in', () => {
  test.each([
    [
      'close wednesday arvo',
      'Close Wed 14 Jan, 4pm-6pm…',
      '/admin?tab=close&date=2026-01-14&window=16%3A00-18%3A00',
    ],
    ['print tomorrow', 'Print Wed 14 Jan…', '/?day=2026-01-14'],
    ['labels thu', 'Labels Thu 15 Jan…', '/admin?tab=prep&date=2026-01-15&part=printouts'],
    [
      'open 16/1 lunch',
      'Open Fri 16 Jan, 11am-1pm…',
      '/delivery-slots?week=2026-01-16&open=2026-01-16&window=11%3A00-13%3A00',
    ],
    ['open', 'Open: which day?', '/delivery-slots'],
    [
      'message thu 4pm',
      'Message customers Thu 15 Jan, 4pm-6pm…',
      '/admin?tab=deliveries&date=2026-01-15&message=16%3A00-18%3A00',
    ],
    ['hand over dan', 'Hand over the run of dan…', '/admin?tab=deliveries&handOver=dan'],
    ['new meal', 'New meal…', '/admin?tab=meals&meal=new'],
  ])('%s', async (line, title, to) => {
    const { address } = await openSearch();
    await input.fill(line);
    await expect.poll(() => options()[0]).toBe(title);
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => new URL(address(), 'http://x').searchParams.toString())
      .toBe(new URL(to, 'http://x').searchParams.toString());
    expect(new URL(address(), 'http://x').pathname).toBe(new URL(to, 'http://x').pathname);
  });

  test('with the order that it is about', async () => {
    const { address } = await openSearch();
    await input.fill('refund Peter');
    await expect.poll(() => options()[0]).toMatch(/^Refund Peter Nguyễn…RT-7K3F-9Q2X/);
    expect(asked().at(-1)).toBe('peter');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/admin?tab=orders&order=7&do=refund');
  });

  test('with the meal that ran out', async () => {
    server.answers(searchPortal, ({ body }) =>
      answer(body.q, { groups: [{ kind: 'meals', rank: 3, more: null, items: [CHICKEN] }] }),
    );
    await openSearch();
    await input.fill('run out chicken fri');
    await expect.poll(() => options()[0]).toMatch(/^Run out: Chicken Cacciatore from Fri 16 Jan…/);
    expect(asked().at(-1)).toBe('chicken');
  });

  test('and someone whose name is a verb is found as well', async () => {
    server.answers(searchPortal, ({ body }) =>
      answer(body.q, { groups: [{ ...orders[0]!, items: [{ ...PETER, title: 'Glenn Close' }] }] }),
    );
    await openSearch();
    await input.fill('Close');
    await expect
      .poll(options)
      .toEqual(expect.arrayContaining(['Close…', expect.stringMatching(/^Glenn Close/)]));
    expect(asked().at(-1)).toBe('Close');
  });
});

test('a setting opens at its field, and words of the handbook at their section', async () => {
  const { address } = await openSearch();
  await input.fill('registered for gst');
  await expect.poll(options).toContainEqual(expect.stringContaining('Registered for GST'));
  await page.getByRole('option', { name: /Registered for GST/ }).click();
  await expect.poll(address).toMatch(/tab=settings&section=.*field=gstRegistered/);
});

test('nothing is offered that the role may not open or do', async () => {
  await openSearch('phone');
  await expect.poll(options).toContain('Customer Orders');
  for (const name of ['Settings: System', 'Money', 'Pack']) expect(options()).not.toContain(name);
  for (const line of ['close wed', 'print tomorrow', 'new meal', 'registered for gst']) {
    await input.fill(line);
    await expect.poll(() => asked().at(-1)).toBe(line);
    await expect.element(status).not.toHaveTextContent('Looking…');
    for (const title of options()) expect(title).not.toMatch(/…$|Settings, /);
  }
});

test('packers and drivers have none', async () => {
  await open('driver');
  await userEvent.keyboard(KEYS);
  await userEvent.keyboard('/');
  await expect.element(input).not.toBeInTheDocument();
});

test('the top line says that it exists, and it does not open over a dialog', async () => {
  await open();
  await page.getByRole('button', { name: /^Find or do anything/ }).click();
  await expect.element(input).toHaveFocus();
  await input.fill('');
  await userEvent.keyboard('{Escape}');
  await expect.element(input).not.toBeInTheDocument();
  await userEvent.keyboard('/');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(input).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
  await userEvent.keyboard(KEYS);
  await expect.element(input).not.toBeInTheDocument();
});

test.each([320, 390])('it fits a screen %i wide', async (width) => {
  await page.viewport(width, 700);
  await openSearch();
  await input.fill('nguyen');
  await expect.poll(options).toContainEqual(expect.stringContaining('Peter'));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(await listViolations()).toEqual([]);
});
