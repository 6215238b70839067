import { useQuery } from '@tanstack/react-query';
import { problemsQuery } from '#areas/customers/web/portal/aftercare-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

/** In the header of every staff page, while someone may be in danger. */
export function ProblemAlarm() {
  const seesProblems = useMayDo('seeProblems');
  const { data } = useQuery({ ...problemsQuery({ state: 'open' }), enabled: seesProblems });
  if (!data || data.urgent === 0) return null;
  return (
    <Link
      to={paths.admin({ tab: 'problems' })}
      className="inline-flex min-h-11 items-center rounded-full bg-danger px-4 font-semibold text-on-danger hover:brightness-90"
    >
      Urgent problems: {data.urgent}
    </Link>
  );
}
