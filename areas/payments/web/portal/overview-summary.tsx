import type { PaymentsOverviewReply } from '#areas/payments/calls/admin-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice, type NoticeTone } from '#platform/web/ui/feedback/notice.tsx';
import { describeBooks } from './describe-payments.ts';

/** At a glance: whether the books match. How much needs somebody is Today's to say. */
export function OverviewSummary({ overview }: { overview: PaymentsOverviewReply }) {
  return (
    <Notice tone={toneOf(overview)} announce="polite" title={describeBooks(overview)}>
      <Checks overview={overview} />
    </Notice>
  );
}

function toneOf({ lastCheck }: PaymentsOverviewReply): NoticeTone {
  if (lastCheck === null) return 'info';
  return lastCheck.ok ? 'success' : 'error';
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
