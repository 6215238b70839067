/** A cook from five to six in the morning, on a tablet in a kitchen without signal, whose battery gives up once. */
import type { Page } from '@playwright/test';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import { openBench } from '#areas/kitchen/calls/opened-bench.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { benchWords } from '#areas/kitchen/server/tables/bench.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { expect, test } from './app-fixture.ts';
import { signInAsStaff } from './staff-sign-in.ts';
import { untilKept } from './until-kept.ts';

const COOK = { email: 'ana@redlandstable.example', password: 'mangoes and mangroves' };
const TUESDAY = '2026-01-13';
/** Five on that day. */
const FIVE = '2026-01-12T19:00:00Z';
const POTS = 3;
const TRAYS = 40;
const CORE = ['8', '1'] as const;

test.use({
  viewport: { width: 820, height: 1180 },
  goesOffline: true,
  expectedStatuses: [401],
  owner: COOK,
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('three pots, forty trays and four readings without signal arrive once, with their times', async ({
  page: first,
  context,
  app,
  setNow,
}) => {
  test.slow();
  await writeRandomOrders(app.db, 60, TUESDAY);
  // Nothing is on hold, so that every tray may be made.
  await app.db.execute(sql`update orders set special_instructions = ''`);
  await app.db.execute(sql`update people set allergens = '{}', avoid = '{}', note = ''`);
  await setNow(FIVE);
  let page = first;
  await signInAsStaff(page, COOK);
  await page.goto('/bench');
  await expect(page.getByRole('heading', { level: 1, name: 'Tue 13 Jan 2026' })).toBeVisible();
  await untilKept(page, 'bench');
  const bench = openBench((await (await page.request.get('/api/bench')).json()) as BenchReply);
  const today = bench.days.find(({ date }) => date === TUESDAY);
  const pots = (today?.pots ?? []).filter(({ needs }) => needs.includes('core')).slice(0, POTS);
  expect(pots).toHaveLength(POTS);
  await context.setOffline(true);

  for (const { name } of pots) {
    await button(page, new RegExp(`${name}.* m?[gl]`)).click();
    await button(page, new RegExp(`^Made .*: ${name}$`)).click();
    await button(page, `Core: Core temperature of ${name}`).click();
    for (const key of CORE) await page.getByRole('button', { name: key, exact: true }).click();
  }
  await expect(page.getByText(/not sent/).first()).toBeVisible();

  await page.reload();
  await expect(
    page.getByText(`${POTS} of ${today?.pots.length} made, by start time`),
  ).toBeVisible();

  let trays = 0;
  for (const { name, windows } of today?.trays ?? []) {
    const noon = windows.find(({ window }) => window === '11:00-13:00');
    if (!noon || noon.count === 0 || trays >= TRAYS) continue;
    await button(page, new RegExp(`^${name}`))
      .first()
      .click();
    await button(page, `All 11am: all ${name} for 11am-1pm done`).click();
    await expect(
      button(page, new RegExp(`^.*${name}.*11am ${noon.count}/${noon.count}`)).first(),
    ).toBeVisible();
    trays += noon.count;
  }
  expect(trays).toBeGreaterThanOrEqual(TRAYS);

  expect(await app.db.$count(benchWords)).toBe(0);

  // The battery is empty; another morning the tablet is opened again, still without signal.
  await page.close();
  page = await context.newPage();
  await page.goto('/bench');
  await expect(
    page.getByText(`${POTS} of ${today?.pots.length} made, by start time`),
  ).toBeVisible();
  const [pot] = pots;
  await button(page, new RegExp(`${pot?.name}.* m?[gl]`)).click();
  await button(page, new RegExp(`^Chill.*${pot?.name}`)).click();

  await context.setOffline(false);
  await expect(page.getByText(/not sent/)).toHaveCount(0, { timeout: 60_000 });
  const made = await app.db
    .select({ componentId: batches.componentId })
    .from(batches)
    .where(and(eq(batches.state, 'done'), isNotNull(batches.componentId)));
  const inOrder = (ids: readonly (number | null)[]) => ids.toSorted((a, b) => (a ?? 0) - (b ?? 0));
  expect(inOrder(made.map(({ componentId }) => componentId))).toEqual(
    inOrder(pots.map(({ componentId }) => componentId)),
  );
  const ticks = await app.db.select().from(cookTicks);
  expect(ticks.reduce((sum, { count }) => sum + count, 0)).toBe(trays);
  const readings = await app.db
    .select()
    .from(temperatureReadings)
    .orderBy(asc(temperatureReadings.id));
  expect(readings.map(({ kind }) => kind).toSorted()).toEqual([
    'chill_start',
    'core',
    'core',
    'core',
  ]);
  // The tablet's clock is not the kitchen's: what was measured at five says so.
  for (const { at } of readings) expect(at.toISOString()).toMatch(/^2026-01-12T19:/);
  await page.goto('about:blank');
});
