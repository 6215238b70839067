import { useChange } from '#platform/web/api/use-change.ts';
import {
  type TemperatureReadingReply,
  recordTemperature,
  correctTemperature,
  answerTemperature,
} from '#areas/kitchen/calls/food-safety-record.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { type SentReading, TEMPERATURES_KEY } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { call } from '#platform/web/api/client.ts';
import type { z } from 'zod';

type Told = { onSaved: (reading: TemperatureReadingReply) => void };

/** Writes readings, corrections and actions; each is written once, however often it is sent. */
export function useWriteReadings({ onSaved }: Told) {
  const { run, isBusy, failure } = useChange(
    (send: () => Promise<TemperatureReadingReply>) => send(),
    { onDone: onSaved, attempts: 4, overlaps: true, refresh: [{ queryKey: TEMPERATURES_KEY }] },
  );
  return {
    failure,
    isBusy,
    record: (reading: SentReading) => {
      const key = newKey();
      run(() => call(recordTemperature, { body: { ...reading, key } }));
    },
    correct: (id: number, tenths: Tenths | null) => {
      const key = newKey();
      run(() => call(correctTemperature, { params: { id: String(id) }, body: { tenths, key } }));
    },
    answer: (id: number, body: z.input<typeof answerTemperature.body>) =>
      run(() => call(answerTemperature, { params: { id: String(id) }, body })),
  };
}
