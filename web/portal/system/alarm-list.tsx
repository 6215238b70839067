import type { AlarmReply } from '#contract/system.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** What needs a person's attention, and how to fix it. */
export function AlarmList({ alarms }: { alarms: readonly AlarmReply[] }) {
  return (
    <div role="status" className="grid gap-3">
      {alarms.length === 0 && (
        <Notice tone="success" title="All is well">
          <p>Nothing needs attention.</p>
        </Notice>
      )}
      {alarms.map(({ id, title, detail, whatToDo }) => (
        <Notice key={id} tone="warning" title={title}>
          <p>{detail}</p>
          <p>
            <span className="font-semibold">What to do: </span>
            {whatToDo}
          </p>
          <p className="text-sm text-ink-soft">In docs/operations.md under {id}</p>
        </Notice>
      ))}
    </div>
  );
}
