import { useQuery } from '@tanstack/react-query';
import type { StaffProblemReply } from '#areas/customers/calls/aftercare.ts';
import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
import { type ProblemFilter, problemsQuery } from './portal/customers-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

export function KnownProblems({ filter }: { filter: ProblemFilter }) {
  const seesProblems = useMayDo('seeProblems');
  const { data } = useQuery({ ...problemsQuery(filter), enabled: seesProblems });
  if (!data || data.problems.length === 0) return null;
  const isOpen = data.problems.some(({ decided }) => decided === null);
  return (
    <Notice tone={isOpen ? 'warning' : 'info'} title={isOpen ? 'Problems to decide' : 'Problems'}>
      <ul className="grid gap-1">
        {data.problems.map((problem) => (
          <KnownProblem key={problem.id} problem={problem} />
        ))}
      </ul>
      {isOpen && (
        <Link
          to={paths.admin({ tab: 'problems' })}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          Open Problems
        </Link>
      )}
    </Notice>
  );
}

const DECISIONS = {
  refund: 'refunded',
  new_delivery: 'brought again',
  answer: 'answered',
} as const;

function KnownProblem({ problem }: { problem: StaffProblemReply }) {
  const formatInstant = useFormatInstant();
  const { kind, createdAt, items, decided, orderNumber } = problem;
  return (
    <li className="wrap-anywhere">
      {formatInstant(createdAt)}: {PROBLEM_KIND_LABELS[kind].toLowerCase()} (
      {items.map(({ mealName }) => mealName).join(', ')}), order {orderNumber},{' '}
      <strong>{decided ? DECISIONS[decided.decision] : 'to decide'}</strong>
      {decided?.refund && ` $${decided.refund}`}
    </li>
  );
}
