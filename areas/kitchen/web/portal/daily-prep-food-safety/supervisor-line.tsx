import type { FoodSafetyReply } from '#areas/kitchen/calls/food-safety.ts';
import { addDays, formatDate } from '#platform/rules/plain-date.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

/** Two months before a certificate ends, a course can still be booked. */
const WARN_DAYS = 60;

type SupervisorLineProps = {
  overview: Pick<FoodSafetyReply, 'supervisor' | 'lastDrill' | 'date'>;
  onChange: () => void;
};

/** Who supervises food safety, until when, and when a recall was last tried out. */
export function SupervisorLine({ overview, onChange }: SupervisorLineProps) {
  const { supervisor, lastDrill, date } = overview;
  const formatInstant = useFormatInstant();
  const isEnding = supervisor !== null && supervisor.expiresOn <= addDays(date, WARN_DAYS);
  return (
    <div className="grid gap-1">
      <p className={isEnding || !supervisor ? 'font-semibold text-warning' : undefined}>
        {supervisor
          ? `Supervisor: ${supervisor.name}, certificate ${supervisor.expiresOn <= date ? 'EXPIRED on' : 'until'} ${formatDate(supervisor.expiresOn)}`
          : 'No food safety supervisor is named.'}{' '}
        <Button variant="quiet" onClick={onChange}>
          Change<span className="sr-only"> the supervisor</span>
        </Button>
      </p>
      <p>
        {lastDrill
          ? `Last recall drill: ${formatInstant(lastDrill.at)}, ${lastDrill.by}`
          : 'No recall drill was made yet.'}
      </p>
    </div>
  );
}
