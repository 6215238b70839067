/** `npm run doctor`: checks everything a kitchen depends on. Exit code 1 when something is wrong. */
import { formatAmount } from '#platform/rules/money.ts';
import { COMPARED_DAYS, differenceOf } from '#areas/payments/server/check-books.ts';
import {
  checkBackups,
  checkEnvironment,
  checkMailServer,
  checkMigrations,
  checkSingleSignOn,
  type Finding,
} from '#areas/office/server/prove-steps.ts';
import {
  checkFood,
  checkRecentBooks,
  type RecentBooks,
  checkSystem,
} from '#areas/office/server/check-system.ts';
import { listMealsAtOdds } from '#areas/menu/server/meal-queries.ts';
import type { Context } from '#platform/server/context.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { openAppContext } from './app-context.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run doctor               check everything: settings, database, clock, disk, email, payments, backups, books
npm run doctor -- --ledger   check only the books: our rules, and each day against the card provider
npm run doctor -- --food     check only food: portions on hold, bags that left, whom to call, the menu, printouts, and meals that
                             are not sold because their text, allergens and diets disagree; the last also before an upgrade`;
const OPTIONS = ['--ledger', '--food'];

const MARKS: Record<Finding['state'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  failure: 'FAILURE',
};

await runTool(async () => {
  const [option, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (option !== undefined && !OPTIONS.includes(option)))
    throw new Error(USAGE);
  const env = loadEnvironment();
  const { context, close } = await openAppContext(env);
  try {
    if (option === '--ledger') {
      const ledger = await checkRecentBooks(context, COMPARED_DAYS);
      printDays(ledger.days);
      ledger.findings.forEach(print);
    } else if (option === '--food') {
      await listFood(context);
    } else {
      print(checkEnvironment(env));
      const singleSignOn = checkSingleSignOn(env);
      if (singleSignOn) print(singleSignOn);
      print(await checkMailServer(context, env));
      print(await checkBackups(env));
      const migrations = await checkMigrations(context.db);
      // The other checks read tables of this version.
      if (migrations.state === 'ok') (await checkSystem(context)).forEach(print);
      else print(migrations);
    }
  } finally {
    await close();
  }
});

async function listFood(context: Pick<Context, 'db' | 'clock' | 'faults'>): Promise<void> {
  const found = await listMealsAtOdds(context.db);
  if (found.length === 0) console.log('Every meal that is switched on agrees with its own text.');
  for (const { name, why } of found) print({ about: name, state: 'warning', says: why });
  const migrations = await checkMigrations(context.db);
  print(migrations.state === 'ok' ? await checkFood(context) : migrations);
}

function print({ about, state, says }: Finding): void {
  console.log(`${MARKS[state]}  ${about}: ${says}`);
  if (state === 'failure') process.exitCode = 1;
}

/** Days with payments or refunds. */
function printDays(days: RecentBooks['days']): void {
  console.log('day         provider in        out   ours in        out   difference');
  for (const day of days) {
    const { provider, ours } = day;
    const sums = [
      provider.capturedCents,
      provider.refundedCents,
      ours.capturedCents,
      ours.refundedCents,
      differenceOf(day),
    ];
    if (sums.every((cents) => cents === 0)) continue;
    const columns = sums.map((cents, index) =>
      formatAmount(cents).padStart([13, 11, 10, 11, 13][index] ?? 0),
    );
    console.log(`${day.date}${columns.join('')}`);
  }
}
