import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { useFormatInstant, useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { actionText, describeReading, enteredOf, measuredBy } from './reading-words.ts';

/** What was written down today: failures first, with what was done, then the newest. Folded: a day has hundreds. */
export function RecordLines({ lines }: { lines: readonly TemperatureReadingReply[] }) {
  const formatTime = useFormatTimeOfDay();
  const formatInstant = useFormatInstant();
  if (lines.length === 0) return null;
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-2.5 text-xl font-semibold text-primary underline">
        Written down today ({lines.length})
      </summary>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li
            key={line.id}
            className="grid gap-x-3 border-b border-line py-2 sm:grid-cols-[6rem_1fr_auto]"
          >
            <span className="tabular-nums text-ink-soft">
              {line.lateness === null ? formatTime(Date.parse(line.at)) : formatInstant(line.at)}
            </span>
            <span className={line.pass === false ? 'font-semibold text-danger' : undefined}>
              {describeReading(line)}
              {actionText(line)}
              {line.note !== '' && <span className="block font-normal">{line.note}</span>}
            </span>
            <span className="text-ink-soft">
              {measuredBy(line)}
              {enteredOf(line) !== '' && (
                <span className="block font-semibold text-warning">{enteredOf(line)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
