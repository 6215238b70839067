import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { StatList } from '#platform/web/ui/layout/stat-list.tsx';
import { barsOf, type BothSides, describeChange } from './describe-figures.ts';

const dollars = (amount: string | null) => (amount === null ? 'None' : amountInDollars(amount));

/** The figures of the whole, each with what it was before. */
export function AtAGlance({ totals }: { totals: FiguresReply['totals'] }) {
  const { averageBasket } = totals;
  const baskets = { now: averageBasket.now ?? '0', before: averageBasket.before ?? '0' };
  const isComparable = averageBasket.now !== null && averageBasket.before !== null;
  return (
    <section aria-label="At a glance" className="grid gap-3">
      <StatList
        stats={[
          { label: 'Orders placed', value: <CountFigure both={totals.orders} /> },
          { label: 'Meals delivered', value: <CountFigure both={totals.meals} /> },
          { label: 'Revenue, less refunds', value: <MoneyFigure both={totals.net} /> },
          {
            label: 'Average order',
            value: (
              <Figure
                now={dollars(averageBasket.now)}
                before={dollars(averageBasket.before)}
                change={isComparable ? describeChange(barsOf(baskets)) : null}
              />
            ),
          },
          { label: 'New customers', value: <CountFigure both={totals.newCustomers} /> },
          { label: 'Returning customers', value: <CountFigure both={totals.returningCustomers} /> },
          { label: 'Refunded', value: <MoneyFigure both={totals.refunded} /> },
          { label: 'Orders cancelled since', value: <CountFigure both={totals.cancelledOrders} /> },
        ]}
      />
      {totals.disputes.now + totals.disputes.before > 0 && (
        <p className="text-sm">
          Disputed with a bank: {totals.disputes.now} for {dollars(totals.disputed.now)}, before{' '}
          {totals.disputes.before} for {dollars(totals.disputed.before)}. Disputes change no other
          figure here.
        </p>
      )}
    </section>
  );
}

function CountFigure({ both }: { both: BothSides }) {
  return (
    <Figure now={String(both.now)} before={String(both.before)} change={describeChange(both)} />
  );
}

function MoneyFigure({ both }: { both: BothSides<string> }) {
  const change = describeChange(barsOf(both));
  return <Figure now={dollars(both.now)} before={dollars(both.before)} change={change} />;
}

function Figure({ now, before, change }: { now: string; before: string; change: string | null }) {
  return (
    <>
      {now}
      <span className="mt-1 block text-sm font-normal text-ink-soft">
        {before} before{change !== null && `, ${change}`}
      </span>
    </>
  );
}
