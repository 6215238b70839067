import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { READING_ACTION_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { describeReading } from '#areas/kitchen/web/portal/daily-prep-temperatures/reading-words.ts';

/** What was written down today, the newest first. */
export function RecordLines({ lines }: { lines: readonly TemperatureReadingReply[] }) {
  const formatTime = useFormatTimeOfDay();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="record-lines" className="grid gap-2">
      <h3 id="record-lines" className="text-xl">
        Written down today
      </h3>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li
            key={line.id}
            className="grid gap-x-3 border-b border-line py-2 sm:grid-cols-[6rem_1fr_auto]"
          >
            <span className="tabular-nums text-ink-soft">{formatTime(Date.parse(line.at))}</span>
            <span className={line.pass === false ? 'font-semibold text-danger' : undefined}>
              {describeReading(line)}
              {line.action && `, ${READING_ACTION_NAMES[line.action].toLowerCase()}`}
              {line.note !== '' && <span className="block font-normal">{line.note}</span>}
            </span>
            <span className="text-ink-soft">
              {line.by}
              {line.isLate && ', late'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
