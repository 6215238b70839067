import { useQuery } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { useEffect, useState } from 'react';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import {
  sendReadingAction,
  sendCorrection,
  sendReading,
  type SentReading,
  TEMPERATURES_KEY,
  temperaturesQuery,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';

/** How often a screen asks what others have measured. */
const ASK_EVERY_MS = 5000;

/** The readings of a day, on every screen that shows it, and what is chilling. */
export function useTemperatures(date: PlainDate) {
  const { data, dataUpdatedAt } = useQuery({
    ...temperaturesQuery({ from: date, to: date }),
    refetchInterval: ASK_EVERY_MS,
  });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { readings = [], chills = [], coreLimits = [] } = data ?? {};
  return {
    standing: readings.filter(({ isStanding }) => isStanding),
    chills,
    /** A meal's own; null: it has none. */
    coreOf: (mealId: number) =>
      coreLimits.find((one) => one.mealId === mealId)?.coreCelsius ?? null,
    /** By the server's clock. */
    now: data ? Date.parse(data.now) + Math.max(0, now - dataUpdatedAt) : now,
  };
}

type Told = { onSaved: (reading: TemperatureReadingReply) => void };

/** Writes readings, corrections and actions; each is written once, however often it is sent. */
export function useWriteTemperatures({ onSaved }: Told) {
  const { run, isBusy, failure } = useChange(
    (send: () => Promise<TemperatureReadingReply>) => send(),
    { onDone: onSaved, attempts: 4, overlaps: true, refresh: [{ queryKey: TEMPERATURES_KEY }] },
  );
  return {
    failure,
    isBusy,
    record: (reading: SentReading) => {
      const key = newKey();
      run(() => sendReading({ ...reading, key }));
    },
    correct: (id: number, tenths: Tenths | null) => {
      const key = newKey();
      run(() => sendCorrection({ id, tenths, key }));
    },
    answer: (sent: Parameters<typeof sendReadingAction>[0]) => run(() => sendReadingAction(sent)),
  };
}
