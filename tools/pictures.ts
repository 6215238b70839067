/**
 * `npm run pictures`: the pictures of README and docs, taken from the demo at a fixed time and seed. Needs Chromium
 * (CHROMIUM_PATH, or `chromium` on the path).
 */
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { toInstantText, instantOf } from '#platform/rules/zoned-time.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { readLatestEmail } from '../quality/e2e/kept-email.ts';
import {
  chooseDelivery,
  continueTo,
  fillTheWeek,
  nameThePeople,
} from '../quality/e2e/order-journey.ts';
import { startServer } from '../quality/e2e/server-process.ts';
import type { StaffAccount } from '../quality/e2e/journey-server.ts';
import { signInAsStaff } from '../quality/e2e/staff-sign-in.ts';
import { CHROMIUM_ARGUMENTS } from './chromium-arguments.ts';
import { runTool } from './operator/operator-tool.ts';
import { buildWeb } from './setup/build-web.mjs';

/** A Wednesday, half past two in the kitchen: lunch was brought, dinner is being packed. */
const TODAY = '2026-01-07';
const NOW = instantOf({ date: TODAY, minuteOfDay: 14 * 60 + 30 }, defaultBusiness.timeZone);
/** Everyone in the demo has one password. */
const DRIVER = 'dan.kowalski@demo-kitchen.example';
const PACKER = 'tilly.brooks@demo-kitchen.example';
const COOK = 'matteo.ricci@demo-kitchen.example';
const FOLDER = path.join(path.dirname(import.meta.dirname), 'docs', 'pictures');
/** Chromium writes dates in fields as its own language does, which on Linux is American; with this, as the page's does. */
const DATES_OF_THE_PAGE = '--enable-blink-features=LangAttributeAwareFormControlUI';
const MOST_BYTES = 150 * 1024;
const LOADED_MS = 3000;
const WIDE = { width: 1280, height: 860 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };

/** Pages of the portal, by the name of the picture. */
const PORTAL = {
  today: '/',
  deliveries: `/admin?tab=deliveries&date=${TODAY}`,
  orders: '/admin?tab=orders',
  'daily-prep': `/admin?tab=prep&date=${TODAY}`,
  payments: '/admin?tab=payments',
  'delivery-slots': '/delivery-slots',
  figures: '/admin?tab=figures',
};

await runTool(async () => {
  await buildWeb(process.execPath);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-pictures-'));
  const port = await findFreePort();
  const settings = {
    port,
    dataDir,
    databaseUrl: '',
    now: toInstantText(NOW),
    variables: { SEED: 'demo' },
  };
  const server = await startServer(settings, () => {});
  try {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] || 'chromium',
      args: [...CHROMIUM_ARGUMENTS, '--no-sandbox', DATES_OF_THE_PAGE],
    });
    try {
      await mkdir(FOLDER, { recursive: true });
      const file = await readFile(path.join(dataDir, 'demo-sign-in.txt'), 'utf8');
      const [email = '', password = ''] = file.trim().split('\n');
      // The page of a customer whose meals are on their way.
      const { link } = await readLatestEmail(dataDir, 'delivery_out');
      await takeAll(browser, `http://localhost:${port}`, { owner: { email, password }, link });
    } finally {
      // An open page would hold up the server's end.
      await browser.close();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function takeAll(
  browser: Browser,
  baseURL: string,
  { owner, link }: { owner: StaffAccount; link: string },
): Promise<void> {
  const look = {
    baseURL,
    locale: 'en-AU',
    timezoneId: defaultBusiness.timeZone,
    reducedMotion: 'reduce' as const,
  };
  const wide = await browser.newPage({ ...look, viewport: WIDE });
  // The demo's: or the bench would say that the tablet's clock is wrong.
  await wide.clock.setFixedTime(NOW);
  await signInAsStaff(wide, owner);
  for (const [name, address] of Object.entries(PORTAL)) {
    await wide.goto(address);
    if (name === 'today') await showToday(wide);
    await take(wide, name);
  }
  // Leaves, so that no open page holds up the server's end.
  await wide.goto('about:blank');
  const phone = await browser.newPage({ ...look, viewport: PHONE, deviceScaleFactor: 2 });
  await phone.goto('/menu');
  await take(phone, 'menu-phone');
  await phone.goto(link);
  await take(phone, 'tracking-phone');
  await fillTable(phone);
  await take(phone, 'order-phone');
  await signInAsStaff(phone, owner);
  await phone.goto('/');
  await showToday(phone);
  await take(phone, 'today-phone');
  await phone.goto('about:blank');
  // Only who drives has stops.
  const road = await browser.newPage({ ...look, viewport: PHONE, deviceScaleFactor: 2 });
  await signInForTheDay(road, { ...owner, email: DRIVER });
  await road.goto('/drive');
  await road.getByText('stops', { exact: false }).first().waitFor();
  await take(road, 'drive-phone');
  await road.goto('about:blank');
  const packing = await browser.newPage({ ...look, viewport: PHONE, deviceScaleFactor: 2 });
  await signInForTheDay(packing, { ...owner, email: PACKER });
  await packing.goto('/pack');
  await packing.getByText('bags packed').last().click();
  await take(packing, 'pack-phone');
  await packing.goto('about:blank');
  const tablet = await browser.newPage({ ...look, viewport: TABLET });
  await tablet.clock.setFixedTime(NOW);
  await signInForTheDay(tablet, { ...owner, email: COOK });
  await tablet.goto('/bench');
  await take(tablet, 'bench-tablet');
  await tablet.goto('about:blank');
}

/** With what needs a hand. */
async function showToday(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^Needs a hand/ }).waitFor();
}

/** The first page of drivers and packers is not the portal's. */
async function signInForTheDay(page: Page, { email, password }: StaffAccount): Promise<void> {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !/login|sign-in/.test(url.pathname));
}

async function fillTable(page: Page): Promise<void> {
  await page.goto('/order');
  await nameThePeople(page, ['Priya', 'Dev', 'Ivy']);
  await continueTo(page, 'Meal Selection');
  await fillTheWeek(page, { meals: 'Dinners' });
  await chooseDelivery(page, 'Daily');
  // Without the offer to undo, and with more of the table visible.
  await page.reload();
  const seats = page.getByRole('group', { name: 'Whose meals?' });
  await seats.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top - 16));
}

/** What is on the screen, as a WebP file. Throws when it is too large for a page of docs. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('load');
  // Live pages keep a connection open, so the network never falls silent.
  await page.waitForTimeout(LOADED_MS);
  const file = path.join(FOLDER, `${name}.webp`);
  const picture = await page.screenshot();
  await writeFile(file, await sharp(picture).webp({ quality: 82, effort: 6 }).toBuffer());
  const { size } = await stat(file);
  if (size > MOST_BYTES) throw new Error(`${name}.webp has ${size} bytes, more than ${MOST_BYTES}`);
  console.log(`${name}.webp ${Math.ceil(size / 1024)} kB`);
}
