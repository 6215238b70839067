import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { aftercareQuery } from '#areas/customers/web/site/aftercare-queries.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { RateMeals } from './rate-meals.tsx';
import { ReportProblem } from './report-problem.tsx';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import type { TrackedProblemReply } from '#areas/customers/calls/problems.ts';
import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

export function AftercarePanel({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(aftercareQuery(token));
  if (!data && error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load ratings and problems"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading ratings and problems</span>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  const hasRatings = data.meals.some(({ isAsked, stars }) => isAsked || stars !== null);
  return (
    <>
      <OwnProblems problems={data.problems} />
      {hasRatings && <RateMeals meals={data.meals} token={token} />}
      {data.items.length > 0 && <ReportProblem items={data.items} token={token} />}
    </>
  );
}

/** What the customer told us was wrong, and what became of it. */
function OwnProblems({ problems }: { problems: readonly TrackedProblemReply[] }) {
  return (
    <ResultPlace result={problems.length} className="grid gap-3 empty:hidden">
      {problems.map((problem) => (
        <OwnProblem key={problem.id} problem={problem} />
      ))}
    </ResultPlace>
  );
}

function OwnProblem({ problem }: { problem: TrackedProblemReply }) {
  const formatInstant = useFormatInstant();
  const { kind, text, mealNames, createdAt, dueAt, decided } = problem;
  return (
    <Notice
      tone={decided ? 'success' : 'warning'}
      announce="polite"
      title={decided ? titleOf(decided) : 'We’re looking into it'}
    >
      <p>
        You told us on {formatInstant(createdAt)}: {PROBLEM_KIND_LABELS[kind].toLowerCase()} (
        {mealNames.join(', ')}).
        {text !== '' && <q className="ml-1 wrap-anywhere whitespace-pre-line">{text}</q>}
      </p>
      {!decided && <p>You’ll hear from us by {formatInstant(dueAt)}.</p>}
      {decided?.decision === 'refund' && (
        <p>
          {decided.refundState === 'succeeded'
            ? 'The money is on its way to your card. Banks take 5-10 business days.'
            : 'We’ve asked our card provider to send it to your card.'}
        </p>
      )}
      {decided?.decision === 'new_delivery' && decided.date && decided.timeSlot && (
        <p>
          {formatDate(decided.date)}, {windowLabel(decided.timeSlot)}, without charge.
        </p>
      )}
      {decided && decided.answer !== '' && (
        <p className="wrap-anywhere whitespace-pre-line">{decided.answer}</p>
      )}
    </Notice>
  );
}

function titleOf({ decision, refund }: NonNullable<TrackedProblemReply['decided']>): string {
  if (decision === 'refund') return `We’re refunding $${refund ?? '0.00'}`;
  return decision === 'new_delivery' ? 'We’re bringing it again' : 'Our answer';
}
