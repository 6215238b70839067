/** What else keeps food out of a bag: said by areas above, which measure it. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';

/** `date`: for which its food was cooked. */
export type CookedBag = { date: PlainDate; window: DeliveryWindow; mealIds: readonly number[] };

/** Why it may not be packed, in a sentence; null: nothing. */
export type FoodBar = (tx: Transaction, bag: CookedBag) => Promise<string | null>;

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    foodBars?: readonly FoodBar[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Those of all areas. */
    foodBars: readonly FoodBar[];
  }
}

/** The first that says something. */
export async function whyFoodWaits(
  tx: Transaction,
  bars: readonly FoodBar[],
  bag: CookedBag,
): Promise<string | null> {
  for (const bar of bars) {
    const why = await bar(tx, bag);
    if (why !== null) return why;
  }
  return null;
}
