/** What an order would say now that it did not when it was sent. Ours. */

export type OrderedPacks = { packId: number; packs: number };

export type PackCountChange<Line extends OrderedPacks> = {
  line: Line;
  /** Packs then and now; 0: not ordered. */
  was: number;
  packs: number;
};

/** One entry for each pack whose number differs, as listed now, then what is no longer needed. */
export function changesSince<Line extends OrderedPacks>(
  sent: readonly Line[],
  now: readonly Line[],
): PackCountChange<Line>[] {
  const countIn = (lines: readonly Line[], packId: number) =>
    lines.find((line) => line.packId === packId)?.packs ?? 0;
  const gone = sent.filter(({ packId }) => now.every((line) => line.packId !== packId));
  return [...now, ...gone]
    .map((line) => ({
      line,
      was: countIn(sent, line.packId),
      packs: countIn(now, line.packId),
    }))
    .filter(({ was, packs }) => was !== packs);
}

/** How an order reached its supplier: by email from here, or by phone, printed or in their own shop. */
export const ORDER_WAYS = ['email', 'elsewhere'] as const;

export type OrderWay = (typeof ORDER_WAYS)[number];
