import { useState } from 'react';
import type { PackBagReply, PackDayReply } from '#areas/delivery/calls/pack.ts';
import { addDays, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  type DeliveryWindow,
  inTimeOrder,
  windowLabel,
} from '#areas/business/rules/delivery-windows.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { countBags } from '#areas/delivery/web/day/pack-actions.tsx';
import { PackNotices, WaitingBadge, PackWindow } from '#areas/delivery/web/day/pack-window.tsx';
import { bagsWithQueue } from '#areas/delivery/rules/queued-packing.ts';
import { packQueue } from '#areas/delivery/web/day/pack-queue.ts';
import { countWaiting, useDayQueue } from '#platform/web/offline/day-queue.ts';
import { OtherPages } from '#areas/delivery/web/day/other-pages.tsx';
import { useWakeLock } from '#platform/web/navigation/use-is-wide.ts';
import { DaySignOut } from '#platform/web/offline/day-bar.tsx';

export function PackPage() {
  const { day, queue } = useDayQueue(packQueue);
  const [window, setWindow] = useState<DeliveryWindow | null>(null);
  useWakeLock();
  if (!day) return null;
  const bags = bagsWithQueue(day.bags, queue, day.staffId);
  if (window !== null && bags.some((bag) => bag.window === window))
    return (
      <PackWindow
        key={`${day.date} ${window}`}
        window={window}
        allBags={bags}
        title={titleOf(day, window)}
        onLeave={() => setWindow(null)}
      />
    );
  return (
    <ChooseWindow
      day={{ ...day, bags }}
      onDate={(date) => void packQueue.chooseDate(date)}
      onWindow={setWindow}
    />
  );
}

function titleOf({ date, today }: PackDayReply, window: DeliveryWindow): string {
  return date === today
    ? windowLabel(window)
    : `${formatDayAndMonth(date)}, ${windowLabel(window)}`;
}

type ChooseWindowProps = {
  day: PackDayReply;
  onDate: (date: PlainDate) => void;
  onWindow: (window: DeliveryWindow) => void;
};

function ChooseWindow({ day, onDate, onWindow }: ChooseWindowProps) {
  const { today, date } = day;
  const { mine } = countWaiting(useDayQueue(packQueue));
  const days = [
    { date: today, label: 'Today' },
    { date: addDays(today, 1), label: 'Tomorrow' },
  ];
  const windows = inTimeOrder(day.bags.map(({ window }) => window)).map((window) => ({
    window,
    bags: day.bags.filter((bag) => bag.window === window),
  }));
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8">
      <div className="flex items-center justify-between gap-4">
        <PageHeading className="text-3xl">Pack</PageHeading>
        <WaitingBadge />
        <details className="relative">
          <summary className="grid size-12 place-items-center text-2xl font-bold">
            <span aria-hidden="true">⋮</span>
            <span className="sr-only">More</span>
          </summary>
          <div className="absolute top-full right-0 z-10 grid w-64 gap-2 rounded-2xl border border-line bg-surface p-4 shadow-raised">
            <OtherPages isColumn />
            <DaySignOut
              queue={packQueue}
              unsent={mine > 0 ? `${mine} not sent yet.` : null}
              device="tablet"
              linkClass="min-h-12 justify-self-start font-semibold underline underline-offset-4"
              buttonClass={BUTTON}
            />
          </div>
        </details>
      </div>
      <PackNotices />
      <div role="group" aria-label="Day" className="grid grid-cols-2 gap-3">
        {days.map((one) => (
          <button
            key={one.label}
            type="button"
            aria-pressed={one.date === date}
            onClick={() => onDate(one.date)}
            className="min-h-14 rounded-xl border-2 border-control text-lg font-semibold aria-pressed:border-primary aria-pressed:bg-primary-soft"
          >
            {one.label}, {formatDayAndMonth(one.date)}
          </button>
        ))}
      </div>
      {windows.length === 0 && (
        <p className="py-12 text-center text-2xl font-semibold">
          No bags {date === today ? 'today' : 'tomorrow'}
        </p>
      )}
      <ul className="grid gap-3">
        {windows.map(({ window, bags }) => (
          <li key={window}>
            <button
              type="button"
              onClick={() => onWindow(window)}
              className="flex min-h-24 w-full flex-wrap items-center justify-between gap-x-4 rounded-2xl border-2 border-primary bg-surface px-5 text-left text-2xl font-semibold hover:bg-primary-soft"
            >
              {windowLabel(window)}
              <span className="text-lg font-normal">{progressText(bags)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "19 of 31 bags packed". */
function progressText(bags: readonly PackBagReply[]): string {
  const { packed, total } = countBags(bags);
  return `${packed} of ${total} ${total === 1 ? 'bag' : 'bags'} packed`;
}

const BUTTON = 'min-h-12 rounded-xl border-2 border-control px-4 text-lg font-semibold';
