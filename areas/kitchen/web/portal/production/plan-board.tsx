import { DragDropProvider } from '@dnd-kit/react';
import type { CookingReply, ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type AskedPlan, sendMovedCooking } from '#areas/kitchen/web/portal/production-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { BoardDay } from './board-day.tsx';
import { BuyList } from './buy-list.tsx';
import { CookingCard } from './cooking-card.tsx';
import { FoldedDoneBatch } from './done-batch.tsx';
import { SendList } from './send-list.tsx';
import { ordersOfColumn, useOrdersToBuy } from './use-orders-to-buy.ts';
import type { PlanChanges } from './use-plan.ts';

type BoardProps = {
  plan: ProductionPlanReply;
  asked: AskedPlan;
  changing: PlanChanges;
  onOpen: (day: PlainDate) => void;
  onForecast: (forecast: string) => void;
};

/** A day beside the other. Cards go to another day of theirs by mouse, finger, Alt with an arrow key, or their list. */
export function PlanBoard({ plan, asked, changing, onOpen, onForecast }: BoardProps) {
  const days = columnsOf(plan);
  const buying = useOrdersToBuy(asked);
  function move(cooking: CookingReply, toDate: PlainDate) {
    if (toDate === cooking.cookDate) return;
    const { componentId, cookDate } = cooking;
    changing.change(() => sendMovedCooking({ ...asked, componentId, cookDate, toDate }));
  }
  return (
    <DragDropProvider
      onDragEnd={({ canceled, operation: { source, target } }) => {
        const cooking = plan.cookings.find((one) => cookingKey(one) === source?.id);
        if (!canceled && cooking && target) move(cooking, String(target.id));
      }}
    >
      {buying.hasFailed && (
        <Notice tone="warning" title="We couldn’t load what to buy">
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            onClick={buying.retry}
          >
            Try again
          </Button>
        </Notice>
      )}
      {/* Positioned, or what is for screen readers alone would widen the page. */}
      <div className="relative overflow-x-auto pb-2">
        <div className="flex flex-col gap-2 lg:flex-row">
          {days.map((date) => (
            <BoardDay
              key={date}
              date={date}
              isToday={date === plan.today}
              toCook={plan.cookings.filter(({ cookDate }) => cookDate === date).length}
              startsOpen={date <= plan.today || date === days[0]}
              onOpen={() => onOpen(date)}
            >
              <SendList plan={plan} date={date} onForecast={onForecast} />
              <BuyList
                orders={ordersOfColumn(buying.orders, days, date)}
                date={date}
                today={plan.today}
                asked={asked}
              />
              {plan.days.some((day) => day.date === date && !day.isCookDay) && (
                <p className="text-sm text-ink-soft">No cooking on this day</p>
              )}
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] items-start gap-1.5">
                {plan.cookings
                  .filter(({ cookDate }) => cookDate === date)
                  .map((cooking) => (
                    <CookingCard
                      key={cookingKey(cooking)}
                      cooking={cooking}
                      dragId={cookingKey(cooking)}
                      isLate={date < plan.today}
                      onMove={(toDate) => move(cooking, toDate)}
                      changing={changing}
                    />
                  ))}
                {plan.done
                  .filter(({ cookDate }) => cookDate === date)
                  .map((batch) => (
                    <FoldedDoneBatch key={batch.id} batch={batch} changing={changing} />
                  ))}
              </ul>
            </BoardDay>
          ))}
        </div>
      </div>
    </DragDropProvider>
  );
}

function cookingKey({ componentId, cookDate }: CookingReply): string {
  return `cooking ${componentId} ${cookDate}`;
}

/** The days of deliveries, and those before on which something is cooked for them. */
function columnsOf({ days, cookings, from }: ProductionPlanReply): PlainDate[] {
  const earlier = cookings.map(({ cookDate }) => cookDate).filter((date) => date < from);
  return [...new Set([...earlier, ...days.map(({ date }) => date)])].toSorted();
}
