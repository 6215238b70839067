import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  sendReadingAction,
  sendCorrection,
  sendReading,
  type SentReading,
  TEMPERATURES_KEY,
  temperaturesQuery,
} from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';

/** How often a screen asks what others have measured. */
const ASK_EVERY_MS = 5000;
/** Sent again with the same key, it counts once. */
const MOST_ATTEMPTS = 3;

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
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (send: () => Promise<TemperatureReadingReply>) => send(),
    retry: (count, error) => count < MOST_ATTEMPTS && !('status' in error),
    onSuccess(reading) {
      setFailure(null);
      onSaved(reading);
    },
    onError: (error) => setFailure(describeFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: TEMPERATURES_KEY }),
  });
  return {
    failure,
    isPending,
    record: (reading: SentReading) => {
      const key = newKey();
      mutate(() => sendReading({ ...reading, key }));
    },
    correct: (id: number, tenths: Tenths | null) => {
      const key = newKey();
      mutate(() => sendCorrection({ id, tenths, key }));
    },
    answer: (sent: Parameters<typeof sendReadingAction>[0]) =>
      mutate(() => sendReadingAction(sent)),
  };
}
