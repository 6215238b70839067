import type { IncidentPreviewReply } from '#areas/delivery/calls/incidents.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/** Those whose bags are with a driver, or were. */
export function NotInPlan({ preview: { leftOut } }: { preview: IncidentPreviewReply }) {
  if (leftOut.length === 0) return null;
  return (
    <Notice title={`Not in the list: ${leftOut.length}`}>
      <ul>
        {leftOut.map(({ id, customer, status }) => (
          <li key={id}>
            {customer}: {DELIVERY_STATUS_LABELS[status].toLowerCase()}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What the first of those who are told reads. */
export function Examples({ preview: { examples } }: { preview: IncidentPreviewReply }) {
  return examples.map(({ kind, customer, subject, email, text }) => (
    <div key={kind} className="grid gap-2">
      <h3 className="text-base font-semibold">What {customer} reads</h3>
      {text !== null && (
        <p className="max-w-md rounded-2xl rounded-bl-sm bg-primary-soft px-4 py-3 wrap-anywhere">
          {text}
        </p>
      )}
      <div className="grid gap-2 rounded-2xl border border-line px-4 py-3 wrap-anywhere">
        <p className="font-serif text-lg">{subject}</p>
        <p className="whitespace-pre-line">{email}</p>
      </div>
    </div>
  ));
}
