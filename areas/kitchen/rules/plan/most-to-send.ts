/** How many portions of a meal can still go out on a delivery date at most, given the limits of what may be sold. Ours. */

type SendLimits = {
  /** Ordered for the delivery date, and how many of those are eaten on that day or on later ones. */
  ordered: { sameDay: number; later: number };
  /** What may still be sold of the meal for that day, wherever it is delivered; null: no limit. */
  leftOfDay: number | null;
  /** The same of the ordering week. */
  leftOfWeek: number | null;
  /** The most that went out on such a day for later ones. */
  usualLater: number;
};

/**
 * Null: nothing bounds it. A limit counts the day on which a meal is eaten. That is the day of a daily delivery, so its limit
 * bounds those portions; a weekly box of the same date carries meals of later days, of which it says nothing. For these we
 * allow what is ordered or usual, whichever is more: a forecast that is cut too far would leave boxes short. A week's limit
 * bounds both.
 */
export function mostToSend({
  ordered,
  leftOfDay,
  leftOfWeek,
  usualLater,
}: SendLimits): number | null {
  const byDay =
    leftOfDay === null ? null : ordered.sameDay + leftOfDay + Math.max(ordered.later, usualLater);
  const byWeek = leftOfWeek === null ? null : ordered.sameDay + ordered.later + leftOfWeek;
  const bounds = [byDay, byWeek].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
