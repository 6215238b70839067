/** Customers who pay and never return. */
import { readBooks, succeededIntents } from '../books.ts';
import { checkBooks } from '../check-books.ts';
import { openShop, sellToClosedBrowsers } from '../open-shop.ts';
import type { Outcome, Scenario, Stage } from '../scenario.ts';
import { seededRandom } from '../seeded-random.ts';
import { settleDown } from '../settle-down.ts';

const PROMISED_MS = 60_000;
const GIVE_UP_MS = 180_000;

export const closedBrowsers: Scenario = {
  name: 'closed-browsers',
  promise: '1,000 browsers closed after paying: 1,000 orders and emails within 60 s',
  sizes: { short: 30, long: 1000 },
  run,
};

async function run(stage: Stage): Promise<Outcome> {
  const shop = await openShop(stage);
  const { kitchen } = shop;
  const random = seededRandom(`${stage.seed}:post`);
  // One event in ten fails at first.
  kitchen.wire.fateOfDelivery = () => (random.chance(0.1) ? 'refuse' : 'well');
  const start = Date.now();
  await sellToClosedBrowsers(shop, stage.size);
  const soldMs = Date.now() - start;
  const settled = await settleDown(kitchen, { withinMs: GIVE_UP_MS, isHurried: !stage.isLong });
  shop.close();

  const books = await readBooks(kitchen);
  const paid = succeededIntents(books).length;
  const complaints = await checkBooks(kitchen, stage.history);
  if (paid !== stage.size) complaints.push(`only ${paid} of ${stage.size} customers could pay`);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  else if (settled.tookMs > PROMISED_MS)
    complaints.push(`everything was done ${settled.tookMs} ms after the last payment`);
  const tookMs = 'open' in settled ? 'never' : `${settled.tookMs} ms`;
  return {
    complaints,
    measured: `${paid} paid within ${soldMs} ms and left; ${books.orders.length} orders and ${books.mailFiles.length} emails, the last ${tookMs} after the last payment`,
  };
}
