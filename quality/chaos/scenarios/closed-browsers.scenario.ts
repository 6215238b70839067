/** Customers who pay and never return. */
import { readBooks, succeededIntents } from '../books.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { openFixture, sellToClosedBrowsers } from '../open-fixture.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import { seededRandom } from '#app/server/stage.ts';
import { drain } from '../drain.ts';

const PROMISED_MS = 60_000;
const GIVE_UP_MS = 180_000;

export const closedBrowsers: Scenario = {
  name: 'closed-browsers',
  promise: '1,000 browsers closed after paying: 1,000 orders and emails within 60 s',
  sizes: { short: 30, long: 1000 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const fixture = await openFixture(context);
  const { system } = fixture;
  const random = seededRandom(`${context.seed}:post`);
  // One event in ten fails at first.
  system.proxy.fateOfDelivery = () => (random.chance(0.1) ? 'refuse' : 'well');
  const start = Date.now();
  await sellToClosedBrowsers(fixture, context.size);
  const soldMs = Date.now() - start;
  const settled = await drain(system, { withinMs: GIVE_UP_MS, skipsWaiting: !context.isLong });
  fixture.close();

  const books = await readBooks(system);
  const paid = succeededIntents(books).length;
  const complaints = await findDiscrepancies(system, context.history);
  if (paid !== context.size) complaints.push(`only ${paid} of ${context.size} customers could pay`);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  else if (settled.tookMs > PROMISED_MS)
    complaints.push(`everything was done ${settled.tookMs} ms after the last payment`);
  const tookMs = 'open' in settled ? 'never' : `${settled.tookMs} ms`;
  return {
    complaints,
    measured: `${paid} paid within ${soldMs} ms and left; ${books.orders.length} orders and ${books.emailFiles.length} emails, the last ${tookMs} after the last payment`,
  };
}
