/** Whose stop a delivery is, and was. */
import type { Instant } from '#platform/rules/zoned-time.ts';

/**
 * For a delivery, for the driver who reports. `given_on`: theirs at the time of the report, and another's now. `taken_before`:
 * another's already at that time. `nobodys`: nobody has it, nor had they at that time. `anothers`: they never had it.
 */
export type StopOwner = 'theirs' | 'given_on' | 'taken_before' | 'nobodys' | 'anothers';

/** Since when a driver had it; null: nobody. In sequence; before the first it was nobody's. */
export type Turn = { driverId: string | null; at: Instant };

export function ownerAt(
  delivery: { driverId: string | null },
  turns: readonly Turn[],
  { driverId, at }: { driverId: string; at: Instant },
): StopOwner {
  if (delivery.driverId === driverId) return 'theirs';
  const hadIt = turns.findLast((turn) => turn.at <= at)?.driverId === driverId;
  if (delivery.driverId === null) return hadIt ? 'theirs' : 'nobodys';
  if (hadIt) return 'given_on';
  return turns.some((turn) => turn.driverId === driverId) ? 'taken_before' : 'anothers';
}

/** Whether it was this driver's, or with null nobody's, at some time of a day. */
export function wasWith(
  turns: readonly Turn[],
  driverId: string | null,
  day: { from: Instant; until: Instant },
): boolean {
  const all: Turn[] = [{ driverId: null, at: -Infinity }, ...turns];
  return all.some(
    (turn, index) =>
      turn.driverId === driverId &&
      turn.at < day.until &&
      (all[index + 1]?.at ?? Infinity) > day.from,
  );
}
