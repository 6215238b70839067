import { useQuery } from '@tanstack/react-query';
import { FIRST_HOUR_TITLES } from '#areas/office/rules/first-hour.ts';
import { firstHourQuery } from '#areas/office/web/portal/first-hour-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** On the home page of owners, until each step is done or left for later. */
export function FirstHourCard() {
  return useMayDo('manageSettings') ? <Progress /> : null;
}

/** Quiet: it neither holds a place while it loads nor reports that it could not be loaded. Its page does both. */
function Progress() {
  const { data } = useQuery({ ...firstHourQuery, refetchInterval: false });
  if (!data || data.isOver) return null;
  const done = data.steps.filter(({ state }) => state === 'done').length;
  const next = data.steps.find(({ state }) => state === 'open');
  return (
    <Card
      as="section"
      aria-label="First hour"
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <div className="grid gap-0.5">
        <h2 className="text-lg">First hour</h2>
        <p className="text-ink-soft">
          {done} of {data.steps.length} done
          {next && `. Next: ${FIRST_HOUR_TITLES[next.step]}`}
        </p>
      </div>
      <Link to={paths.admin({ tab: 'first-hour' })} className={buttonClass('secondary', 'small')}>
        Open the checklist
      </Link>
    </Card>
  );
}
