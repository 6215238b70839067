import type { PaymentsOverviewReply } from '#areas/payments/calls/admin-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice, type NoticeTone } from '#platform/web/ui/feedback/notice.tsx';
import { addsUp, countTasks, describeOverview } from './describe-payments.ts';

/** At a glance: whether anything needs attention, and whether the books match. */
export function OverviewSummary({ overview }: { overview: PaymentsOverviewReply }) {
  return (
    <Notice tone={toneOf(overview)} announce="polite" title={describeOverview(overview)}>
      <Checks overview={overview} />
    </Notice>
  );
}

function toneOf(overview: PaymentsOverviewReply): NoticeTone {
  if (overview.lastCheck?.ok === false) return 'error';
  if (countTasks(overview) > 0) return 'warning';
  return addsUp(overview) ? 'success' : 'info';
}

function Checks({ overview: { lastCheck, lastReconcile } }: { overview: PaymentsOverviewReply }) {
  const formatInstant = useFormatInstant();
  return (
    <ul className="text-sm">
      <li>
        {lastCheck
          ? `Books checked ${formatInstant(lastCheck.at)}: ${lastCheck.ok ? 'they match' : 'they don’t match, see below'}.`
          : 'The books haven’t been checked yet. They are checked every night.'}
      </li>
      {lastCheck?.notCompared && <li>{lastCheck.notCompared}.</li>}
      {lastReconcile && (
        <li>
          Card provider checked {formatInstant(lastReconcile.at)}:{' '}
          {lastReconcile.fixed === 0
            ? 'nothing was missing here.'
            : `${lastReconcile.fixed} missing here, now added. Check that webhooks arrive.`}
        </li>
      )}
      {lastReconcile?.alarms.map((alarm) => (
        <li key={alarm} className="font-semibold break-words text-danger">
          {alarm}
        </li>
      ))}
    </ul>
  );
}
