import { useState } from 'react';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { useFormatInstant, useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { actionText, describeReading, enteredOf, measuredBy } from './reading-words.ts';

/** So many are shown at first: a day has hundreds. */
const SHOWN_FIRST = 30;

/** What was written down today: failures first, with what was done, then the newest. */
export function RecordLines({ lines }: { lines: readonly TemperatureReadingReply[] }) {
  const formatTime = useFormatTimeOfDay();
  const formatInstant = useFormatInstant();
  const [isWhole, setWhole] = useState(false);
  if (lines.length === 0) return null;
  const shown = isWhole
    ? lines
    : lines.filter(({ pass }, index) => pass === false || index < SHOWN_FIRST);
  return (
    <section aria-label={`Written down today (${lines.length})`} className="grid gap-2">
      <h3 className="text-xl">Written down today ({lines.length})</h3>
      <ul className="grid gap-1">
        {shown.map((line) => (
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
      {shown.length < lines.length && (
        <p>
          <Button variant="secondary" onClick={() => setWhole(true)}>
            Show all {lines.length}
          </Button>
        </p>
      )}
    </section>
  );
}
