import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import { MealTotals } from './meal-totals.tsx';
import { SpecialOrders } from './special-orders.tsx';
import { SpecialsNotice } from '#areas/kitchen/web/portal/specials-notice.tsx';
import { useSpecials } from '#areas/kitchen/web/portal/use-specials.ts';

/** What to cook, and for whom with care. */
export function TotalsPart({ prep }: { prep: DailyPrepReply }) {
  const { date, deliveries, meals, lunch, dinner, warm, cold } = prep;
  const specials = useSpecials(date);
  return (
    <div className="grid gap-4 pt-3">
      <p className="text-lg font-semibold tabular-nums">
        {deliveries} {deliveries === 1 ? 'delivery' : 'deliveries'} · {meals}{' '}
        {meals === 1 ? 'meal' : 'meals'} · {lunch} lunch + {dinner} dinner · {warm} warm + {cold}{' '}
        cold
      </p>
      <SpecialsNotice specials={specials} />
      <MealTotals prep={prep} requestsOf={specials.requestsOf} />
      {specials.bags && <SpecialOrders bags={specials.bags} />}
    </div>
  );
}
