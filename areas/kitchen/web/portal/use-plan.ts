import { useChange } from '#platform/web/api/use-change.ts';
import { addDays, daysBetween, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { LONGEST_PLAN_DAYS } from '#areas/kitchen/rules/cook-days.ts';
import { type AskedPlan, PRODUCTION_PLAN_KEY, SHOPPING_KEY } from './kitchen-queries.ts';
import { PRINTOUTS_KEY } from '#areas/printouts/web/printouts-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { readRecipeBook, updateComponent } from '#areas/recipes/calls/recipe-book.ts';
import { componentToSend } from '#areas/recipes/web/portal/cookbook/recipe-draft.ts';
import { bookOf, recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';

const FIRST_DAYS = 7;

/** What the address asks for: seven days from `firstDay`, or today, unless it names others; one of them in full. */
export function useAskedPlan(firstDay?: PlainDate | null) {
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const from = dateIn(params, 'from') ?? (firstDay === undefined ? today : firstDay);
  const asked: AskedPlan | null = from
    ? { from, to: lastDay(params, from), forecast: params.get('forecast') ?? 'on' }
    : null;

  function set(changes: Record<string, string | null>) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { preventScrollReset: true });
  }
  return {
    asked,
    /** A cook day that an address of a former release names. */
    day: dateIn(params, 'day'),
    setForecast: (forecast: string) => set({ forecast: forecast === 'on' ? null : forecast }),
    step: (days: number) =>
      asked && set({ from: addDays(asked.from, days), to: addDays(asked.to, days), day: null }),
    choose: (name: 'from' | 'to', date: string) =>
      set({ [name]: isPlainDate(date) ? date : null, day: null }),
  };
}

function lastDay(params: URLSearchParams, from: PlainDate): PlainDate {
  const to = dateIn(params, 'to') ?? addDays(from, FIRST_DAYS - 1);
  if (to < from) return from;
  return daysBetween(from, to) >= LONGEST_PLAN_DAYS ? addDays(from, LONGEST_PLAN_DAYS - 1) : to;
}

function dateIn(params: URLSearchParams, name: string): PlainDate | null {
  const date = params.get(name) ?? '';
  return isPlainDate(date) ? date : null;
}

/** Whatever is changed, the plan is fetched again, whether printouts of it still hold, and what to buy. */
export function useChangePlan() {
  const { run, isBusy, failure } = useChange((send: () => Promise<unknown>) => send(), {
    overlaps: true,
    refresh: [
      { queryKey: PRODUCTION_PLAN_KEY },
      { queryKey: PRINTOUTS_KEY },
      { queryKey: SHOPPING_KEY },
    ],
  });
  return { change: run, isBusy, failure };
}

type ComponentFix = {
  componentId: number;
  change: { restartsLife: true } | { keepsDays: number };
};

export function useFixComponent() {
  return useChange(fixComponent, {
    refresh: [
      { queryKey: recipeBookQuery.queryKey },
      { queryKey: PRODUCTION_PLAN_KEY },
      { queryKey: SHOPPING_KEY },
    ],
  });
}

async function fixComponent({ componentId, change }: ComponentFix): Promise<unknown> {
  const book = bookOf(await call(readRecipeBook, {}));
  const component = book.reply.components.find(({ id }) => id === componentId);
  if (!component) return null;
  const body = { ...componentToSend(component, book), ...change };
  const { keepsDays } = body;
  return call(updateComponent, {
    params: { id: String(componentId) },
    body: { ...body, cookAheadDays: Math.min(body.cookAheadDays, keepsDays) },
  });
}

export type PlanChanges = ReturnType<typeof useChangePlan>;
