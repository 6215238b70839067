import type { DailyPrepReply } from '#contract/daily-prep.ts';
import { MealTotals } from './meal-totals.tsx';
import { SpecialOrders } from './special-orders.tsx';

/** What to cook, and for whom with care. */
export function TotalsPart({ prep }: { prep: DailyPrepReply }) {
  const { deliveries, meals, lunch, dinner, warm, cold } = prep;
  return (
    <div className="grid gap-4 pt-3">
      <p className="text-lg font-semibold tabular-nums">
        {deliveries} {deliveries === 1 ? 'delivery' : 'deliveries'} · {meals}{' '}
        {meals === 1 ? 'meal' : 'meals'} · {lunch} lunch + {dinner} dinner · {warm} warm + {cold}{' '}
        cold
      </p>
      <MealTotals prep={prep} />
      <SpecialOrders prep={prep} />
    </div>
  );
}
