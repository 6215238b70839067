import { page } from 'vitest/browser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  claimBag,
  closeBag,
  getPackDay,
  type PackBagReply,
  type PackDayReply,
  tickPortion,
  undoBag,
} from '#areas/delivery/calls/pack.ts';
import { fakeServer, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { type OpenPage, openPage } from '#platform/web/testing/open-page.tsx';
import { PackPage } from '#areas/delivery/web/day/pack-page.tsx';
import { whenIdle } from '#platform/web/testing/when-idle.ts';
import type { PackingSaid } from '#areas/delivery/rules/queued-packing.ts';
import type { Queued } from '#platform/rules/queued-words.ts';
import { packQueue } from '#areas/delivery/web/day/pack-queue.ts';

const ANA = '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61';
const BEN = '1f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a62';

const server = fakeServer();

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const aPortion = (
  id: number,
  mealName: string,
): PackBagReply['people'][number]['items'][number] => ({
  id,
  key: `${Math.floor(id / 10)} Person 9Q2X`,
  mealId: id,
  mealName,
  mealType: 'lunch',
  allergens: [],
  isAgreed: false,
  isClear: true,
  state: 'open',
  reason: null,
  by: null,
  check: `check${id}`,
});

const aBag = (stop: number, change: Partial<PackBagReply> = {}): PackBagReply => ({
  id: stop,
  key: `${stop} Customer 9Q2X`,
  window: '11:00-13:00',
  stop,
  status: 'planned',
  version: 1,
  bags: 1,
  temperature: 'cold',
  suburb: 'Cleveland',
  instructions: '',
  isChanged: false,
  isOnHold: false,
  card: null,
  claimedBy: null,
  reopened: 0,
  people: [
    {
      id: stop,
      name: `Person ${stop}`,
      allergens: [],
      avoid: [],
      diets: [],
      note: '',
      food: '',
      checkedBy: null,
      items: [aPortion(stop * 10 + 1, 'Salmon'), aPortion(stop * 10 + 2, 'Dal')],
    },
  ],
  ...change,
});

const aDay = (change: Partial<PackDayReply> = {}): PackDayReply => ({
  now: inHours(0),
  date: '2026-01-14',
  today: '2026-01-14',
  until: inHours(5),
  staffId: ANA,
  staffName: 'Ana Packer',
  bags: [aBag(1), aBag(2)],
  ...change,
});

let opened: OpenPage | undefined;
let stop: (() => void) | undefined;

beforeEach(async () => {
  arrived.clear();
  await packQueue.store.withDatabase(async (db) => {
    for (const store of db.objectStoreNames) await db.clear(store);
  });
  server.answers(claimBag, () => ({ claimedBy: null }));
});
afterEach(async () => {
  await close();
  await whenIdle('pack');
});

async function close(): Promise<void> {
  vi.restoreAllMocks();
  stop?.();
  stop = undefined;
  await opened?.close();
  opened = undefined;
}

/** As the tablet finds it: killed before, or opened for the first time. */
async function open(): Promise<void> {
  stop = packQueue.start();
  opened = await openPage(<PackPage />, { at: '/pack' });
}

async function openWindow(): Promise<void> {
  await open();
  await page.getByRole('button', { name: /11am-1pm/ }).click();
}

/** Portions whose ticks have arrived. */
const arrived = new Set<number>();

const dayIs = (day: PackDayReply) =>
  server.answers(getPackDay, ({ query }) =>
    query.date === undefined || query.date === day.date
      ? { ...day, bags: day.bags.map(withArrived) }
      : { ...day, date: query.date, bags: [] },
  );

const withArrived = (bag: PackBagReply): PackBagReply => ({
  ...bag,
  people: bag.people.map((person) => ({
    ...person,
    items: person.items.map((item) =>
      arrived.has(item.id) ? { ...item, state: 'ticked' as const, by: 'Ana Packer' } : item,
    ),
  })),
});

const ticksArrive = () =>
  server.answers(tickPortion, ({ body }) => {
    arrived.add(body.itemId);
    return ok;
  });

const noSignal = () => {
  server.answers(getPackDay, () => UNREACHABLE);
  server.answers(tickPortion, () => UNREACHABLE);
  server.answers(closeBag, () => UNREACHABLE);
  server.answers(undoBag, () => UNREACHABLE);
  server.answers(claimBag, () => UNREACHABLE);
};
const backOnline = () => dispatchEvent(new Event('online'));

const row = (meal: string) => page.getByRole('button', { name: new RegExp(`^${meal}`) });
const waiting = (count: number) => page.getByText(`↑ ${count} waiting to send`);
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();

const kept = () =>
  packQueue.store.withDatabase(async (db) =>
    (await db.getAll('words')).map((said) => (said as Queued<PackingSaid>).word.kind),
  );

const ok = { ok: true as const };
const packed = { id: 1, ok: true, status: 'packed' as const, version: 2 };

describe('without signal', () => {
  test('ticks and the packed bag wait on the tablet, survive the killed app, and are sent once each in their sequence', async () => {
    dayIs(aDay());
    await openWindow();
    noSignal();
    await row('Salmon').click();
    await expect.element(row('Salmon')).toHaveAttribute('aria-pressed', 'true');
    await shown(/^Not live since/);
    await expect.element(waiting(1)).toBeVisible();
    await close();

    await openWindow();
    await expect.element(row('Salmon')).toHaveAttribute('aria-pressed', 'true');
    await row('Dal').click();
    await shown('✓ 1 Customer 9Q2X packed');
    await expect.element(waiting(3)).toBeVisible();
    expect(await kept()).toEqual(['tick', 'tick', 'close']);
    await close();

    const sequence: string[] = [];
    const keys: string[] = [];
    let isLost = true;
    server.answers(tickPortion, ({ body }) => {
      sequence.push(`tick ${body.itemId}`);
      keys.push(body.key);
      // Its answer gets lost on the way.
      if (!isLost) return ok;
      isLost = false;
      return UNREACHABLE;
    });
    server.answers(closeBag, ({ body }) => {
      sequence.push(`close ${body.deliveryId}`);
      expect(body).toMatchObject({ staffId: ANA, status: 'packed' });
      return packed;
    });
    server.answers(claimBag, () => ({ claimedBy: null }));
    dayIs(aDay({ bags: [aBag(1, { status: 'packed' }), aBag(2)] }));
    await openWindow();
    await vi.waitFor(() => expect(sequence).not.toEqual([]));
    backOnline();
    await vi.waitFor(async () => expect(await kept()).toEqual([]));
    expect(sequence).toEqual(['tick 11', 'tick 11', 'tick 12', 'close 1']);
    expect(keys[0]).toBe(keys[1]);
    await expect.element(page.getByText(/waiting to send/)).not.toBeInTheDocument();
  });

  test('a bag is taken back while it waits, and never sent', async () => {
    dayIs(aDay());
    await openWindow();
    noSignal();
    await row('Salmon').click();
    await row('Dal').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await vi.waitFor(async () => expect(await kept()).toEqual(['tick', 'tick']));
    await expect.element(row('Dal')).toHaveAttribute('aria-pressed', 'true');
  });

  test('nothing is shown or kept of a day that is over', async () => {
    dayIs(aDay({ until: inHours(-1) }));
    await open();
    await vi.waitFor(() => expect(server.sent(getPackDay).length).toBeGreaterThan(0));
    await expect.element(page.getByText('11am-1pm')).not.toBeInTheDocument();
    await vi.waitFor(async () =>
      expect(await packQueue.store.withDatabase((db) => db.count('days'))).toBe(0),
    );
  });
});

test('a portion on hold is left out of the bag, which is then not asked about', async () => {
  const bag = aBag(1, { isOnHold: true });
  const [person] = bag.people;
  const held = { ...aPortion(11, 'Salmon'), isClear: false };
  const dayWith = (item: typeof held) =>
    aDay({
      bags: [
        { ...bag, people: [{ ...person!, allergens: ['fish'], food: 'fish', items: [item] }] },
      ],
    });
  dayIs(dayWith(held));
  const said: object[] = [];
  server.answers(tickPortion, ({ body }) => {
    said.push(body);
    dayIs(dayWith({ ...held, state: 'missing', reason: 'on_hold' }));
    return { ok: true };
  });
  await openWindow();
  await expect
    .element(
      page.getByText('STOP. Salmon may not be for Person 1. Call the kitchen, or leave it out.'),
    )
    .toBeVisible();
  await page.getByRole('button', { name: 'Leave Salmon out' }).click();
  await expect.element(page.getByText('Missing: on hold')).toBeVisible();
  await expect
    .poll(() => said)
    .toMatchObject([{ itemId: 11, state: 'missing', reason: 'on_hold' }]);
});

test('a refusal is shown, and what comes after it is sent all the same', async () => {
  dayIs(aDay());
  server.answers(tickPortion, ({ body }) =>
    body.itemId === 11
      ? refused(409, { code: 'other_bag', message: 'This portion is not in this bag any more.' })
      : ok,
  );
  await openWindow();
  await row('Salmon').click();
  await shown('1 Customer 9Q2X: This portion is not in this bag any more.');
  await row('Dal').click();
  await vi.waitFor(async () => expect(await kept()).toEqual([]));
  expect(server.sent(tickPortion).map(({ body }) => body.itemId)).toEqual([11, 12]);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByText(/not in this bag any more/)).not.toBeInTheDocument();
});

test('another person sees how much is not theirs, and sends none of it', async () => {
  dayIs(aDay());
  await openWindow();
  noSignal();
  await row('Salmon').click();
  await expect.element(waiting(1)).toBeVisible();
  await close();

  ticksArrive();
  server.answers(claimBag, () => ({ claimedBy: null }));
  dayIs(aDay({ staffId: BEN, staffName: 'Ben Packer' }));
  const before = server.sent(tickPortion).length;
  // Ana's tick goes out under her name alone, and the server knows who is signed in.
  server.answers(tickPortion, ({ body }) =>
    body.staffId === BEN
      ? ok
      : refused(401, { code: 'other_person', message: 'Someone else is signed in.' }),
  );
  await openWindow();
  await shown('1 not sent of Ana Packer on this tablet. Sent when Ana Packer signs in.');
  await expect.element(row('Salmon')).toHaveAttribute('aria-pressed', 'false');
  await row('Dal').click();
  await vi.waitFor(() =>
    expect(
      server
        .sent(tickPortion)
        .slice(before)
        .filter(({ body }) => body.staffId === BEN)
        .map(({ body }) => body.itemId),
    ).toEqual([12]),
  );
  expect(await kept()).toEqual(['tick']);
});

test('anyone who is signed out finds the tablet without bags, and with what is not sent', async () => {
  dayIs(aDay());
  await openWindow();
  noSignal();
  await row('Salmon').click();
  await expect.element(waiting(1)).toBeVisible();
  const signedOut = () => refused(401, { code: 'unauthorized', message: 'Unauthorized' });
  server.answers(tickPortion, signedOut);
  server.answers(getPackDay, signedOut);
  backOnline();
  await vi.waitFor(async () =>
    expect(await packQueue.store.withDatabase((db) => db.count('days'))).toBe(0),
  );
  expect(await kept()).toEqual(['tick']);
});

describe('a scanner that types', () => {
  const type = (text: string, pauseMs = 0) => {
    const at = performance.now();
    for (const [index, key] of [...text, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: at + index * pauseMs });
      document.body.dispatchEvent(event);
    }
  };
  const code = (id: number, check = `check${id}`) => `${location.origin}/menu/meal#i${id}.${check}`;

  test('ticks what belongs into the bag, and puts the rest aside', async () => {
    dayIs(aDay());
    ticksArrive();
    await openWindow();
    await expect.element(row('Salmon')).toBeVisible();
    type(code(11));
    await expect.element(row('Salmon')).toHaveAttribute('aria-pressed', 'true');
    type(code(11));
    await shown(/Already in this bag: 1 Person 9Q2X, Salmon/);
    type(code(21));
    await shown(/2 Person 9Q2X: put it aside/);
    type(code(12, 'before'));
    await shown(/Old label/);
    type(code(99));
    await shown(/another day, cancelled or changed/);
    type('https://elsewhere.example/menu/meal#i12.check12');
    await shown(/Not one of our labels/);
    await expect.element(row('Dal')).toHaveAttribute('aria-pressed', 'false');
    type(code(21));
    await page.getByRole('button', { name: 'Open 2' }).click();
    await expect.element(page.getByRole('heading', { name: /^2 Customer/ })).toBeVisible();
    expect(server.sent(tickPortion).map(({ body }) => body.itemId)).toEqual([11]);
  });

  test('that reads a label twice at once ticks it once', async () => {
    dayIs(aDay());
    ticksArrive();
    await openWindow();
    await expect.element(row('Salmon')).toBeVisible();
    type(code(11));
    type(code(11));
    await shown(/Already in this bag: 1 Person 9Q2X, Salmon/);
    await vi.waitFor(() =>
      expect(server.sent(tickPortion).map(({ body }) => body.itemId)).toEqual([11]),
    );
  });

  test('is told from a person at a keyboard', async () => {
    dayIs(aDay());
    await openWindow();
    await expect.element(row('Salmon')).toBeVisible();
    type(code(11), 40);
    type('short');
    await expect.element(row('Salmon')).toHaveAttribute('aria-pressed', 'false');
    expect(server.sent(tickPortion)).toEqual([]);
  });
});

test('without a camera a sentence says so, and ticks go on', async () => {
  dayIs(aDay());
  ticksArrive();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
    new DOMException('no', 'NotAllowedError'),
  );
  await openWindow();
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await shown(/The camera is not allowed/);
  await row('Salmon').click();
  await expect.element(row('Salmon')).toHaveAttribute('aria-pressed', 'true');
});

test('a code before the camera is read from our own files', async () => {
  dayIs(aDay());
  ticksArrive();
  // The browser of these tests has neither camera nor detector; what it would see is drawn.
  const canvas = document.createElement('canvas');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const { encode } = await import('uqr');
    const { data } = encode(`${location.origin}/menu/meal#i11.check11`, { ecc: 'M', border: 4 });
    const draw = () => {
      const side = 8;
      canvas.width = canvas.height = data.length * side;
      const context = canvas.getContext('2d')!;
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = 'black';
      for (const [y, line] of data.entries())
        for (const [x, isBlack] of line.entries())
          if (isBlack) context.fillRect(x * side, y * side, side, side);
    };
    draw();
    setInterval(draw, 100);
    return canvas.captureStream(10);
  });
  await openWindow();
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await expect.element(row('Salmon')).toHaveAttribute('aria-pressed', 'true');
});

test('a day that arrives after the tablet was left is not kept on it', async () => {
  let answer: (day: PackDayReply) => void = () => {};
  server.answers(getPackDay, () => new Promise<PackDayReply>((resolve) => (answer = resolve)));
  await open();
  await expect.poll(() => server.sent(getPackDay).length).toBeGreaterThan(0);
  await close();
  answer(aDay({ bags: [aBag(7)] }));
  server.answers(getPackDay, () => UNREACHABLE);
  await open();
  await expect.poll(() => server.sent(getPackDay).length).toBeGreaterThan(1);
  expect(await packQueue.store.withDatabase((db) => db.count('days'))).toBe(0);
});
