/**
 * A button that pays back, cancels or moves opens one of the three dialogs, wherever it stands: nothing else in the portal
 * makes these calls. What the dialogs do is in their own tests; what their calls do to money, in `account-laws.test.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FILES = new Map(
  globSync('{areas/*,app}/web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
);

/** What a file takes from others, by the name it uses: `a as b` is b. */
function importsOf(text: string): { name: string; local: string; from: string }[] {
  return [...text.matchAll(/import \{([^}]+)\} from '([^']+)'/g)].flatMap(
    ([, names = '', from = '']) =>
      names.split(',').flatMap((each) => {
        const [name = '', local = name] = each.trim().split(' as ');
        return name === '' || name.startsWith('type ')
          ? []
          : [{ name, local, from: path.basename(from) }];
      }),
  );
}

/** Files that import this by name. */
function usersOf(name: string, from: string): string[] {
  return [...FILES].flatMap(([file, text]) =>
    importsOf(text).some((one) => one.name === name && one.from === path.basename(from))
      ? [file]
      : [],
  );
}

/** Who asks before the call is made: a component that makes it, or who imports a function that does. */
function askersOf(call: string, file: string): string[] {
  const asked = usersOf(call, file).flatMap((queries) => {
    const text = FILES.get(queries) ?? '';
    const local = importsOf(text).find(({ name }) => name === call)?.local ?? call;
    return text
      .split(/^(?=export )/m)
      .filter((part) =>
        new RegExp(
          String.raw`call\(\s*${local}\b|(?:(?:call|fresh|dryRun)Query|useChange)\([^;]*\b${local}\b`,
        ).test(part),
      )
      .flatMap((part) => {
        if (queries.endsWith('.tsx')) return [queries];
        const name = /^export (?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? '';
        return usersOf(name, queries);
      });
  });
  return [...new Set(asked.map((each) => path.basename(each)))].toSorted();
}

/** To pay back, cancel or move. */
const RIGHTS =
  /right: '(?:refundOrders|setOrderStatus|moveDeliveries|managePayments|settleRunOut|settleRecipeAlerts|decideProblems)'|path: '\/api\/admin\/closures'/;

/** Every call that staff with one of these rights change something by, with who asks before it is made. */
function everyCall(): Record<string, string[]> {
  return Object.fromEntries(
    globSync('areas/*/calls/*.ts', { exclude: ['**/*.test.*'] }).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(/^(?=export const )/m)
        .filter((part) => RIGHTS.test(part) && !part.includes("method: 'GET'"))
        .map((part) => {
          const name = /^export const (\w+)/.exec(part)?.[1] ?? '';
          return [name, askersOf(name, file)];
        }),
    ),
  );
}

/** One place asks for all screens: `order-actions-provider.tsx` opens its dialogs and sends what they answer. */
const THREE_VERBS = {
  refundOrder: ['order-actions-provider.tsx', 'refund-dialog.tsx'],
  quoteRefund: ['refund-dialog.tsx'],
  cancel: ['cancel-dialog.tsx', 'order-actions-provider.tsx'],
  cancelOrder: ['order-actions-provider.tsx'],
  changeOrderStatus: ['order-actions-provider.tsx'],
  setStatusOfMany: ['many-dialogs.tsx'],
  /** A name on the wire alone. */
  refundDeliveries: [],
  moveDeliveries: ['move-dialog.tsx'],
};

/** Several deeds at once, by one choice for each person. */
const OWN_PLANS = {
  runOutOfMeal: ['run-out-dialog.tsx'],
  settleRecipeAlerts: ['recipes-tab.tsx'],
  decideProblem: ['problems-tab.tsx'],
  confirmUndecidedOrder: ['undecided-orders.tsx'],
  refundUndecidedOrder: ['undecided-orders.tsx'],
  retryRefund: ['payments-tab.tsx'],
  makeClosure: ['close-dialog.tsx'],
  retryIncident: ['incident-result.tsx'],
  settleIncident: ['incident-result.tsx'],
};

/** Neither money nor food goes another way. */
const NEITHER = {
  arrangeRun: ['stop-rows.tsx'],
  assignDrivers: ['window-run.tsx'],
  handOver: ['drivers.tsx'],
  settleMissed: ['delivery-actions.tsx'],
  noteFoodCall: ['given-food.tsx'],
  handleRefund: ['payments-tab.tsx'],
  checkBooks: ['payments-tab.tsx'],
  retryEvent: ['undecided-orders.tsx'],
};

test('a button that pays back, cancels or moves opens one of the three dialogs, or the one of its own plan', () => {
  expect(everyCall()).toEqual({ ...THREE_VERBS, ...OWN_PLANS, ...NEITHER });
});
