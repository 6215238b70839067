/** The summary above the waitlist. Spec 2. */
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { formatMonthDayYear } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { servedSuburbsFor, suburbNow } from '#areas/business/rules/served-suburbs.ts';

/** From this many meals a week, someone counts as a frequent customer. */
export const FREQUENT_FROM_MEALS = 5;

export type WaitlistSummary = {
  total: number;
  /** A suburb counts once, however it is written. */
  uniqueSuburbs: number;
  frequent: number;
  /** Whole meals; averages only entries with a number. Null if there are none. */
  averageMealsPerWeek: number | null;
};

export function summariseWaitlist(
  entries: readonly { suburb: string; mealsPerWeek: number | null }[],
  served: readonly ServedSuburb[],
): WaitlistSummary {
  const suburbs = new Set(entries.map(({ suburb }) => suburbNameOf(suburb, served).toLowerCase()));
  const meals = entries.flatMap(({ mealsPerWeek }) => mealsPerWeek ?? []);
  return {
    total: entries.length,
    uniqueSuburbs: suburbs.size,
    frequent: meals.filter((count) => count >= FREQUENT_FROM_MEALS).length,
    averageMealsPerWeek:
      meals.length === 0
        ? null
        : Math.round(meals.reduce((sum, count) => sum + count, 0) / meals.length),
  };
}

/** The date someone joined, on the kitchen's calendar: "Jan 5, 2025". */
export function formatJoined(joinedAt: Instant, timeZone: string): string {
  return formatMonthDayYear(wallTimeAt(joinedAt, timeZone).date);
}

export type DemandEntry = {
  suburb: string;
  /** Null: they did not say. */
  mealsPerWeek: number | null;
  /** Not null: they have unsubscribed, and wait no more. */
  unsubscribedAt: string | null;
  /** Not null: they have ordered since they joined. */
  orderedAt: string | null;
};

export type SuburbDemand = {
  suburb: string;
  isServed: boolean;
  people: number;
  /** A week, of those who said how many. */
  meals: number;
  /** People who did not say. */
  unsaid: number;
  /** People who have ordered since. */
  ordered: number;
};

/**
 * Who waits in each suburb, the most people first. A suburb counts once however it is written, also with its postcode;
 * one that we do not serve keeps the first spelling. Those who unsubscribed are left out.
 */
export function demandBySuburb(
  entries: readonly DemandEntry[],
  served: readonly ServedSuburb[],
): SuburbDemand[] {
  const bySuburb = new Map<string, SuburbDemand>();
  for (const { suburb, mealsPerWeek, orderedAt, unsubscribedAt } of entries) {
    if (unsubscribedAt !== null) continue;
    const name = suburbNameOf(suburb, served);
    const key = name.toLowerCase();
    const demand = bySuburb.get(key) ?? {
      suburb: name,
      isServed: servedSuburbsFor(suburb, served).length > 0,
      people: 0,
      meals: 0,
      unsaid: 0,
      ordered: 0,
    };
    demand.people += 1;
    demand.meals += mealsPerWeek ?? 0;
    demand.unsaid += mealsPerWeek === null ? 1 : 0;
    demand.ordered += orderedAt === null ? 0 : 1;
    bySuburb.set(key, demand);
  }
  return [...bySuburb.values()].toSorted(
    (a, b) => b.people - a.people || b.meals - a.meals || (a.suburb < b.suburb ? -1 : 1),
  );
}

/** One name for a suburb, however someone on the waitlist wrote it. */
export function suburbNameOf(written: string, served: readonly ServedSuburb[]): string {
  const [known, another] = servedSuburbsFor(written, served);
  // A postcode of several suburbs stays what was written.
  return known && !another ? known.name : suburbNow(written, served);
}
