import type { BooksCheckReply, PaymentDayReply } from '#areas/payments/calls/admin-payments.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { agrees, describeDifference, describeProblem } from './describe-payments.ts';
import { OverviewSection } from './undecided-orders.tsx';

const COLUMNS: Column<PaymentDayReply>[] = [
  { name: 'date', header: 'Day', cell: ({ date }) => formatDate(date) },
  {
    name: 'provider',
    header: 'Card provider',
    align: 'end',
    cell: ({ provider }) => <Total total={provider} />,
  },
  { name: 'ours', header: 'Ours', align: 'end', cell: ({ ours }) => <Total total={ours} /> },
  {
    name: 'difference',
    header: 'Difference',
    cell: (day) => (
      <span className={classNames(agrees(day) ? 'text-success' : 'font-semibold text-danger')}>
        {describeDifference(day)}
      </span>
    ),
  },
];

/** The days of the last check, and whatever else it found. */
export function BooksSection({ check }: { check: BooksCheckReply | null }) {
  // A day without movements tells staff nothing.
  const days = check?.days.filter((day) => !agrees(day) || hasMoved(day)) ?? [];
  return (
    <OverviewSection
      title="Card provider’s total and ours"
      about="Payments less refunds for each day of the last month, in the card provider’s records and in ours. The last five minutes are left out."
    >
      {check && !check.ok && <Problems problems={check.problems} />}
      {days.length > 0 && (
        <DataTable
          caption="Totals per day, newest first"
          columns={COLUMNS}
          rows={days}
          keyOf={({ date }) => date}
        />
      )}
      {days.length === 0 && <NoDays check={check} />}
    </OverviewSection>
  );
}

function NoDays({ check }: { check: BooksCheckReply | null }) {
  if (!check) {
    return (
      <EmptyState title="Not checked yet">
        The books are checked every night. You can check them now.
      </EmptyState>
    );
  }
  if (check.days.length === 0) {
    return (
      <EmptyState title="Nothing was compared">
        The card provider didn’t respond. Check the books again later.
      </EmptyState>
    );
  }
  if (check.notCompared !== null) {
    return <EmptyState title="Nothing compared yet">{check.notCompared}.</EmptyState>;
  }
  return (
    <EmptyState title="No money has moved">
      There were no payments or refunds in the last month.
    </EmptyState>
  );
}

function Total({ total: { captured, refunded, net } }: { total: PaymentDayReply['ours'] }) {
  return (
    <span className="grid">
      <Price amount={net} />
      {refunded !== '0.00' && (
        <span className="text-sm text-ink-soft">
          <Price amount={captured} /> less <Price amount={refunded} />
        </span>
      )}
    </span>
  );
}

function hasMoved({ provider }: PaymentDayReply): boolean {
  return provider.captured !== '0.00' || provider.refunded !== '0.00';
}

function Problems({ problems }: Pick<BooksCheckReply, 'problems'>) {
  return (
    <Notice tone="error" title="These checks failed">
      <ul className="grid gap-2">
        {problems.map((problem) => (
          <li key={problem.rule}>
            <p>{describeProblem(problem)}</p>
            {problem.examples.length > 0 && (
              <details>
                <summary className="min-h-6 cursor-pointer text-sm underline">Examples</summary>
                <ul className="text-sm break-all">
                  {problem.examples.map((example) => (
                    <li key={example}>{example}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm">For what to do, see docs/stripe.md, “When a figure differs”.</p>
    </Notice>
  );
}
