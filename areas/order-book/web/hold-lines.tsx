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
