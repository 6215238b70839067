import type { PaymentDeskReply } from '#contract/admin-payments.ts';
import { useMomentText } from '#web/api/moments.ts';
import { Notice, type NoticeTone } from '#web/ui/feedback/notice.tsx';
import { addsUp, countTasks, describeDesk } from './describe-payments.ts';

/** At a glance: whether anything needs attention, and whether the books match. */
export function DeskSummary({ desk }: { desk: PaymentDeskReply }) {
  return (
    <Notice tone={toneOf(desk)} announce="polite" title={describeDesk(desk)}>
      <Checks desk={desk} />
    </Notice>
  );
}

function toneOf(desk: PaymentDeskReply): NoticeTone {
  if (desk.lastCheck?.ok === false) return 'error';
  if (countTasks(desk) > 0) return 'warning';
  return addsUp(desk) ? 'success' : 'info';
}

function Checks({ desk: { lastCheck, lastReconcile } }: { desk: PaymentDeskReply }) {
  const momentText = useMomentText();
  return (
    <ul className="text-sm">
      <li>
        {lastCheck
          ? `Books checked ${momentText(lastCheck.at)}: ${lastCheck.ok ? 'they match' : 'they don’t match, see below'}.`
          : 'The books haven’t been checked yet. They are checked every night.'}
      </li>
      {lastReconcile && (
        <li>
          Card provider checked {momentText(lastReconcile.at)}:{' '}
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
