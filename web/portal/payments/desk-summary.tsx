import type { PaymentDeskReply } from '#contract/admin-payments.ts';
import { useMomentText } from '#web/api/moments.ts';
import { Notice } from '#web/ui/notice.tsx';
import { addsUp, countTasks } from './describe-payments.ts';

/** In one look: whether anything waits for a person, and whether the books agree. */
export function DeskSummary({ desk }: { desk: PaymentDeskReply }) {
  const tasks = countTasks(desk);
  if (tasks > 0) {
    return (
      <Notice
        tone="warning"
        announce="polite"
        title={tasks === 1 ? '1 thing waits for you' : `${tasks} things wait for you`}
      >
        <Checks desk={desk} />
      </Notice>
    );
  }
  if (addsUp(desk)) {
    return (
      <Notice tone="success" announce="polite" title="Everything adds up">
        <Checks desk={desk} />
      </Notice>
    );
  }
  return (
    <Notice
      tone={desk.lastCheck ? 'error' : 'info'}
      announce="polite"
      title={desk.lastCheck ? 'The books do not agree' : 'Nothing waits for you'}
    >
      <Checks desk={desk} />
    </Notice>
  );
}

function Checks({ desk: { lastCheck, lastReconcile } }: { desk: PaymentDeskReply }) {
  const momentText = useMomentText();
  return (
    <ul className="text-sm">
      <li>
        {lastCheck
          ? `Books checked ${momentText(lastCheck.at)}: ${lastCheck.ok ? 'they agree' : 'they do not agree, see below'}.`
          : 'The books have not been checked yet: that is done every night.'}
      </li>
      {lastReconcile && (
        <li>
          Card provider asked {momentText(lastReconcile.at)}:{' '}
          {lastReconcile.fixed === 0
            ? 'nothing was missing here.'
            : `${lastReconcile.fixed} missing here, now taken in. Look whether its webhooks arrive.`}
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
