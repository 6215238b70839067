import { useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { stopNumbers } from '#areas/delivery/rules/driver-reports.ts';
import { splitEvenly } from '#areas/order-book/rules/split-stops.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DriverField, NOBODY } from './driver-field.tsx';
import type { SplitProps } from './split-by-suburb.tsx';

type Range = { driverId: string; count: number };

/** Each driver's part ends where the next one's begins. */
export function ByRange({ stops, drivers, onChange }: SplitProps) {
  const [ranges, setRanges] = useState<readonly Range[]>(() => currentRanges(stops));

  function change(next: readonly Range[]) {
    setRanges(next);
    let from = 0;
    onChange(
      next.flatMap(({ driverId, count }) => {
        const ids = stops.slice(from, from + count).map(({ id }) => id);
        from += count;
        return ids.length > 0 ? [{ driverId: driverId === NOBODY ? null : driverId, ids }] : [];
      }),
    );
  }
  /** The end of one part is the beginning of the next. */
  function moveEnd(index: number, count: number) {
    const isAfter = index + 1;
    const both = (ranges[index]?.count ?? 0) + (ranges[isAfter]?.count ?? 0);
    change(
      ranges.map((range, at) => {
        if (at === index) return { ...range, count };
        return at === isAfter ? { ...range, count: both - count } : range;
      }),
    );
  }
  function resize(count: number) {
    const sizes = splitEvenly(stops, count).map(({ length }) => length);
    change(sizes.map((size, at) => ({ driverId: ranges[at]?.driverId ?? NOBODY, count: size })));
  }
  const firstOf = (index: number) =>
    ranges.slice(0, index).reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid gap-4">
      {ranges.map((range, index) => {
        const theirs = stops.slice(firstOf(index), firstOf(index) + range.count);
        const next = ranges[index + 1];
        return (
          <div key={index} className="grid gap-2 rounded-2xl border border-line px-4 py-3">
            <DriverField
              label={`Driver ${index + 1}: ${rangeText(theirs)}`}
              drivers={drivers}
              value={range.driverId}
              onChange={(driverId) =>
                change(ranges.map((one, at) => (at === index ? { ...one, driverId } : one)))
              }
            />
            {next && (
              <label className="grid gap-1 text-sm font-semibold">
                Up to {theirs.at(-1) ? `stop ${theirs.at(-1)?.stop}` : 'no stop'}
                <input
                  type="range"
                  className="min-h-11 w-full accent-primary"
                  min={0}
                  max={range.count + next.count}
                  value={range.count}
                  aria-valuetext={rangeText(theirs)}
                  onChange={(event) => moveEnd(index, Number(event.target.value))}
                />
              </label>
            )}
          </div>
        );
      })}
      <div className="flex flex-wrap gap-2">
        {ranges.length < Math.min(stops.length, drivers.length) && (
          <Button variant="secondary" size="small" onClick={() => resize(ranges.length + 1)}>
            One more driver
          </Button>
        )}
        {ranges.length > 1 && (
          <Button variant="quiet" size="small" onClick={() => resize(ranges.length - 1)}>
            One driver less
          </Button>
        )}
      </div>
    </div>
  );
}

/** As they are given out now; one part while that is nobody, or not in ranges. */
function currentRanges(stops: readonly DeliveryReply[]): Range[] {
  const ranges: Range[] = [];
  for (const { driver } of stops) {
    const driverId = driver?.id ?? NOBODY;
    const last = ranges.at(-1);
    if (last?.driverId === driverId) last.count += 1;
    else ranges.push({ driverId, count: 1 });
  }
  const isMixed = new Set(ranges.map(({ driverId }) => driverId)).size < ranges.length;
  return isMixed ? [{ driverId: NOBODY, count: stops.length }] : ranges;
}

function rangeText(stops: readonly DeliveryReply[]): string {
  if (stops.length === 0) return 'no stops';
  const numbers = stopNumbers(stops.flatMap(({ stop }) => stop ?? []));
  return `${stops.length === 1 ? 'stop' : 'stops'} ${numbers}`;
}
