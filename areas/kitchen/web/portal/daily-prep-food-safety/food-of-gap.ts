import type { MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';

/** What a reading of something that is missing is sent with. */
export function foodOfGap({
  date,
  window,
  mealId,
  batchId,
  startId,
}: Pick<MissingCheckReply, 'date' | 'window' | 'mealId' | 'batchId' | 'startId'>) {
  return {
    date,
    ...(window !== null && { timeSlot: window }),
    ...(mealId !== null && { mealId }),
    ...(batchId !== null && { batchId }),
    ...(startId !== null && { startId }),
  };
}
