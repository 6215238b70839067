import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/** What of an order is on hold, a line each; of many, the first and how many more. */
export function HoldLines({ onHold }: { onHold: readonly string[] }) {
  const more = onHold.length - MOST_LINES;
  return (
    <ul className="font-semibold wrap-anywhere text-danger">
      {onHold.slice(0, MOST_LINES).map((text, index) => (
        // Two portions of one meal read alike.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${text}`}>{text}.</li>
      ))}
      {more > 0 && <li>And {more} more.</li>}
    </ul>
  );
}

const MOST_LINES = 3;

/** Before a change is made: what of it could neither be packed nor leave. */
export function NewHolds({ onHold }: { onHold: readonly string[] }) {
  if (onHold.length === 0) return null;
  return (
    <Notice tone="warning" title="These meals go on hold">
      <HoldLines onHold={onHold} />
    </Notice>
  );
}

type MovedRow = { customer?: string | undefined; onHold?: readonly string[] | undefined };

/** For several deliveries, each with its customer. */
export function NewHoldsIn({ rows }: { rows: readonly MovedRow[] }) {
  const texts = rows.flatMap(({ customer, onHold = [] }) =>
    onHold.map((text) => (rows.length > 1 && customer ? `${customer}: ${text}` : text)),
  );
  return <NewHolds onHold={texts} />;
}
