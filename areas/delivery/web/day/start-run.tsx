import { useState } from 'react';
import type { Confirmable } from '#areas/order-book/rules/judge-step.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  isNotStarted,
  staysHere,
  stopNumbers,
  stopsToTake,
} from '#areas/delivery/rules/driver-reports.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { type DrivenStop, useFormatTime } from '#areas/delivery/web/day/stop-card.tsx';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Tap } from '#areas/delivery/web/day/drive-queue.ts';

type StartRunProps = {
  stops: readonly DrivenStop[];
  /** When the kitchen answered last. */
  lastNews: Instant | undefined;
  kitchenPhone: string;
  onTell: (taps: readonly Tap[], text: string) => Promise<void>;
};

const MAIN = 'min-h-18 rounded-xl bg-ink px-4 text-xl font-bold text-ground';
const SIDE = 'min-h-14 rounded-xl border-2 border-ink px-4 font-bold';

/** Older than this, the kitchen may have stopped a bag since. */
const FRESH_MS = 10 * 60_000;

/**
 * One tap for all bags in the van. What nobody has packed, a run that would leave too early, and one of which nothing was
 * heard for a while, is asked about before.
 */
export function StartRun({ stops, lastNews, kitchenPhone, onTell }: StartRunProps) {
  const [asked, setAsked] = useState<{ isEarly: boolean; isStale: boolean } | null>(null);
  const formatTime = useFormatTime();
  const toTake = stopsToTake(stops);
  const kept = stops.filter(staysHere);
  if (toTake.length + kept.length === 0) return null;
  const packed = toTake.filter(({ status }) => status === 'packed');
  const isStart = toTake.some(isNotStarted);
  const unpacked = toTake.filter(({ status }) => status !== 'packed');

  function leave(taken: readonly DrivenStop[], confirm: Confirmable[]) {
    setAsked(null);
    void onTell(
      taken.map(({ id }) => ({
        deliveryId: id,
        status: 'out',
        ...(isStart && { starts: true as const }),
        ...(confirm.length > 0 && { confirm }),
      })),
      `${stopsText(taken.length)} on the way`,
    );
  }
  function start() {
    const isEarly = toTake.some(({ leavesFrom }) => isBefore(leavesFrom));
    const isStale = isOlderThan(FRESH_MS, lastNews);
    if (isEarly || isStale || unpacked.length > 0) setAsked({ isEarly, isStale });
    else leave(toTake, []);
  }

  return (
    <section className="grid gap-2 border-b-2 border-ink px-4 py-3">
      {kept.length > 0 && (
        <p className="rounded-xl bg-danger px-4 py-3 text-xl font-bold text-on-danger">
          {kept.length === 1 ? 'STAYS HERE: stop' : 'STAY HERE: stops'} {numbersOf(kept)}. Ask the
          kitchen.
        </p>
      )}
      {toTake.length > 0 && asked === null && (
        <button type="button" onClick={start} className={MAIN}>
          {isStart ? 'Start this run' : 'On my way'}
          <span className="block text-lg font-semibold">
            {stopsText(toTake.length)}, {bagsText(toTake)}
          </span>
        </button>
      )}
      {asked !== null && (
        <div role="group" aria-label="Before you leave" className="grid gap-2">
          {asked.isStale && lastNews !== undefined && (
            <p className="rounded-xl border-2 border-danger px-4 py-3 text-xl font-semibold">
              Last news {formatTime(new Date(lastNews).toISOString())}. Get signal, or call the
              kitchen:{' '}
              <a href={paths.phone(kitchenPhone)} className="whitespace-nowrap underline">
                {kitchenPhone}
              </a>
            </p>
          )}
          {asked.isEarly && (
            <p className="text-xl font-semibold">
              This run is for {windowsText(toTake)}. Leave now?
            </p>
          )}
          {unpacked.length > 0 && (
            <p className="text-xl font-semibold">
              Nobody has packed {unpacked.length === 1 ? 'stop' : 'stops'} {numbersOf(unpacked)}.{' '}
              {unpacked.length === 1 ? 'Is it' : 'Are they'} in your van?
            </p>
          )}
          <button
            type="button"
            className={MAIN}
            onClick={() =>
              leave(toTake, [
                ...(asked.isEarly ? (['too_early'] as const) : []),
                ...(unpacked.length > 0 ? (['not_packed'] as const) : []),
              ])
            }
          >
            {unpacked.length === 0 ? 'Yes, I leave now' : 'Yes, all are in my van'}
          </button>
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {unpacked.length > 0 && packed.length > 0 && (
              <button
                type="button"
                className={SIDE}
                onClick={() => leave(packed, asked.isEarly ? ['too_early'] : [])}
              >
                Without {unpacked.length === 1 ? 'it' : 'them'}
              </button>
            )}
            <button type="button" className={SIDE} onClick={() => setAsked(null)}>
              Back
            </button>
          </div>
        </div>
      )}
    </section>
  );
}

function isOlderThan(ageMs: number, at: Instant | undefined): boolean {
  return at !== undefined && Date.now() - at > ageMs;
}

/** By the phone's clock: the server asks again. */
function isBefore(instant: string | undefined): boolean {
  return instant !== undefined && Date.now() < Date.parse(instant);
}

function numbersOf(stops: readonly DrivenStop[]): string {
  return stopNumbers(stops.map(({ stop }) => stop).toSorted((a, b) => a - b));
}

function stopsText(count: number): string {
  return count === 1 ? '1 stop' : `${count} stops`;
}

function bagsText(stops: readonly DrivenStop[]): string {
  const bags = stops.reduce((sum, stop) => sum + stop.bags, 0);
  return bags === 1 ? '1 bag' : `${bags} bags`;
}

function windowsText(stops: readonly DrivenStop[]): string {
  return [...new Set(stops.map(({ window }) => windowLabel(window)))].join(' and ');
}
