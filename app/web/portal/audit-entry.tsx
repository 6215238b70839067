import type { TrailEntryReply } from '#platform/calls/audit.ts';
import { AUDITED_NAMES, auditActionText, changedByText } from '#platform/rules/audit-actions.ts';
import { changedFields, describeChanges } from '#platform/rules/describe-change.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

/** More lines are folded away, so that one large change does not bury the others. */
const LINES_SHOWN = 4;

export function AuditEntry({ entry }: { entry: TrailEntryReply }) {
  const formatInstant = useFormatInstant();
  const lines = describeChanges(changedFields(entry));
  const more = lines.slice(LINES_SHOWN);
  return (
    <li className="grid gap-1 border-b border-line py-3 md:grid-cols-[17rem_1fr] md:gap-4">
      <div className="text-sm text-ink-soft">
        <p>{formatInstant(entry.at)}</p>
        <p className="wrap-anywhere">{changedByText(entry)}</p>
      </div>
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{auditActionText(entry.action)}</span>
          <span className="text-ink-soft"> · {AUDITED_NAMES[entry.entity]} </span>
          <Subject entry={entry} />
        </p>
        <Lines lines={lines.slice(0, LINES_SHOWN)} />
        {more.length > 0 && (
          <details className="mt-1 text-sm">
            <summary className="cursor-pointer underline underline-offset-4 max-md:py-2">
              {more.length === 1 ? '1 more change' : `${more.length} more changes`}
            </summary>
            <Lines lines={more} />
          </details>
        )}
      </div>
    </li>
  );
}

function Subject({ entry: { entity, entityId, subject } }: { entry: TrailEntryReply }) {
  if (subject === null) return null;
  if (entity === 'order') return <OrderLink id={Number(entityId)} orderNumber={subject} />;
  if (entity === 'meal') {
    return (
      <Link
        to={paths.admin({ tab: 'meals', meal: Number(entityId) })}
        className="underline underline-offset-4"
      >
        {subject}
      </Link>
    );
  }
  return <span className="wrap-anywhere">{subject}</span>;
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 text-sm">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}
