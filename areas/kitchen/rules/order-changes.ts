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

/** What has become of an order. Only one of the first two can still be taken in. */
export const ORDER_STATES = ['sent', 'part', 'received', 'not_coming'] as const;
export type SupplierOrderState = (typeof ORDER_STATES)[number];

type CameLine = OrderedPacks & { isMissing?: 'coming' | 'not_coming' };

/**
 * What of an order is still to come, and what has become of it, once `came` was taken in. More packs than ordered count
 * as all of them; of what is missing someone says whether it is still coming.
 */
export function orderAfter(
  { open, state }: { open: readonly OrderedPacks[]; state: SupplierOrderState },
  came: readonly CameLine[],
): { open: OrderedPacks[]; state: SupplierOrderState } {
  const left = open.flatMap(({ packId, packs }) => {
    const lines = came.filter((line) => line.packId === packId);
    const isNotComing = lines.some(({ isMissing }) => isMissing === 'not_coming');
    const rest = packs - lines.reduce((sum, line) => sum + line.packs, 0);
    return rest > 0 && !isNotComing ? [{ packId, packs: rest }] : [];
  });
  const anyCame = state === 'part' || came.some(({ packs }) => packs > 0);
  if (left.length > 0) return { open: left, state: anyCame ? 'part' : 'sent' };
  return { open: left, state: anyCame ? 'received' : 'not_coming' };
}
