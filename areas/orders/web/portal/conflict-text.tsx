import type { ReactNode } from 'react';
import type { OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { describeChanges } from '#platform/rules/audit-actions.ts';

export function ConflictText({ conflict }: { conflict: OrderConflictReply }) {
  return conflictText(conflict, useFormatInstant());
}

/** Who changed what since; for every other conflict the server's own sentence. */
export function conflictText(
  conflict: OrderConflictReply,
  formatInstant: (instant: string) => string,
): ReactNode {
  if (conflict.code !== 'changed_meanwhile') return <p>{conflict.message}</p>;
  const { changedBy, changedAt, changes = [] } = conflict;
  const lines = describeChanges(
    changes.map(({ field, before, after }) => ({ field, before, after })),
  );
  return (
    <>
      <p>
        <span className="break-all">{changedBy ?? 'Someone'}</span> changed this order
        {changedAt ? ` on ${formatInstant(changedAt)}` : ' in the meantime'}:
      </p>
      <ul className="list-disc pl-5 text-sm break-words">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
