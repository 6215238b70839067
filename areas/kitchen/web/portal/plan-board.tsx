import { DragDropProvider, useDroppable } from '@dnd-kit/react';
import {
  type CookingReply,
  type ProductionPlanReply,
  type PlanDayReply,
  moveCooking,
} from '#areas/kitchen/calls/kitchen-plan.ts';
import {
  type PlainDate,
  formatDayAndMonth,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { type AskedPlan, shoppingQuery } from './kitchen-queries.ts';
import { hoursText } from '#areas/kitchen/rules/cook-days.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CookingCard } from '#areas/kitchen/web/portal/cooking-card.tsx';
import type { PlanChanges } from '#areas/kitchen/web/portal/use-plan.ts';
import { useQuery } from '@tanstack/react-query';
import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { type ReactNode, useState } from 'react';
import { call } from '#platform/web/api/client.ts';

type BoardProps = {
  plan: ProductionPlanReply;
  asked: AskedPlan;
  changing: PlanChanges;
  onForecast: (forecast: string) => void;
};

/** A day beside the other. Cards go to another day of theirs by mouse, finger, Alt with an arrow key, or their list. */
export function PlanBoard({ plan, asked, changing, onForecast }: BoardProps) {
  const days = columnsOf(plan);
  const buying = useOrdersToBuy(asked);
  function move(cooking: CookingReply, toDate: PlainDate) {
    if (toDate === cooking.cookDate) return;
    const { componentId, cookDate } = cooking;
    changing.change(() => call(moveCooking, { body: { ...asked, componentId, cookDate, toDate } }));
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
            >
              <SendList plan={plan} date={date} onForecast={onForecast} />
              <BuyList
                orders={ordersOfColumn(buying.orders, days, date)}
                date={date}
                today={plan.today}
                asked={asked}
              />
              <DayLoad load={plan.loads.find((load) => load.date === date)} />
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
                    <li
                      key={batch.id}
                      className="rounded-xl border border-success bg-success-soft px-2 py-1.5 text-sm leading-tight font-semibold"
                    >
                      ✓ {batch.name}{' '}
                      <span className="tabular-nums">
                        {formatQuantity(batch.madeQty, batch.baseUnit)}
                      </span>
                    </li>
                  ))}
              </ul>
            </BoardDay>
          ))}
        </div>
      </div>
    </DragDropProvider>
  );
}

/** "29 pots · hands 10 h 40 of 30 h · oven 9 h of 30 h"; red where it is more than there is. */
function DayLoad({ load }: { load: ProductionPlanReply['loads'][number] | undefined }) {
  if (!load) return null;
  const { pots, hands, equipment } = load;
  const kinds = [{ name: 'hands', ...hands }, ...equipment].filter(({ minutes }) => minutes > 0);
  const isOver = (kind: (typeof kinds)[number]) => kind.of !== null && kind.minutes > kind.of;
  return (
    <div className="grid gap-1 px-1 text-sm">
      <p>
        {pots === 1 ? '1 pot' : `${pots} pots`}
        {kinds.map((kind) => (
          <span key={kind.name}>
            {' · '}
            <span className={classNames(isOver(kind) && 'font-semibold text-danger')}>
              {kind.name} {hoursText(kind.minutes)}
              {kind.of !== null && ` of ${hoursText(kind.of)}`}
            </span>
          </span>
        ))}
      </p>
      {kinds.filter(isOver).map(({ name, mayMove }) => (
        <p key={name} className="text-danger">
          {mayMove.length === 0
            ? `More ${name} than there is, and none of it may move.`
            : `More ${name} than there is. May move: ${mayMove.join(', ')}.`}
        </p>
      ))}
    </div>
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

/** What to buy for a plan, for anyone who may see it. The plan is whole without it. */
function useOrdersToBuy(asked: AskedPlan) {
  const maySee = useMayDo('seeDailyPrep');
  const { data, isError, refetch } = useQuery({
    ...shoppingQuery({ ...asked, arrivals: '' }),
    enabled: maySee,
  });
  const orders = (data?.orders ?? []).filter(
    ({ sent, lines }) => sent !== null || lines.some(({ packs }) => packs > 0),
  );
  return { orders, hasFailed: isError && !data, retry: () => void refetch() };
}

/** What arrives on a day, or before it when that day has no column of its own. */
function ordersOfColumn(
  orders: readonly ShoppingOrder[],
  columns: readonly PlainDate[],
  date: PlainDate,
): ShoppingOrder[] {
  return orders.filter(
    ({ arrives }) => (columns.find((column) => column >= arrives) ?? columns.at(-1)) === date,
  );
}

type BuyListProps = {
  orders: readonly ShoppingOrder[];
  date: PlainDate;
  today: PlainDate;
  asked: AskedPlan;
};

function BuyList({ orders, date, today, asked }: BuyListProps) {
  if (orders.length === 0) return null;
  const address = paths.admin({
    tab: 'shopping',
    from: asked.from,
    to: asked.to,
    ...(asked.forecast !== 'on' && { forecast: asked.forecast }),
  });
  return (
    <ul
      aria-label="Arrives"
      className="flex flex-wrap rounded-xl border border-line bg-surface text-sm leading-tight"
    >
      {orders.map((order) => {
        const { text, isAlarming } = orderState(order, today);
        return (
          <li key={`${order.supplierId} ${order.arrives}`}>
            <Link
              to={address}
              className="flex min-h-11 items-center rounded-xl px-2 py-1 hover:bg-primary-soft"
            >
              <span>
                <span className="font-semibold text-primary underline">{order.supplier}</span>
                {order.arrives !== date && `, ${formatDayAndMonth(order.arrives)}`}:{' '}
                <span className={classNames(isAlarming && 'font-semibold text-danger')}>
                  {text}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** "to order"; "ordered, 2 changed since". */
function orderState(
  { arrives, sent, changes }: Pick<ShoppingOrder, 'arrives' | 'sent' | 'changes'>,
  today: PlainDate,
): { text: string; isAlarming: boolean } {
  if (!sent)
    return arrives < today
      ? { text: 'was not ordered', isAlarming: true }
      : { text: 'to order', isAlarming: arrives === today };
  if (sent.emailState === 'failed') return { text: 'the email did not go', isAlarming: true };
  const count = changes?.length ?? 0;
  return count === 0
    ? { text: 'ordered', isAlarming: false }
    : { text: `ordered, +${count} changed since`, isAlarming: true };
}

/** Cards of a day that stand below one another before the day takes twice the width. */
const TALLEST = 24;

type BoardDayProps = {
  date: PlainDate;
  isToday: boolean;
  toCook: number;
  /** On narrow screens, where the days that are to come are folded. */
  startsOpen: boolean;
  children: ReactNode;
};

/** A day of the board: a column, or on narrow screens a part that folds. Cards can be dropped on it either way. */
function BoardDay(props: BoardDayProps) {
  const { date, isToday, toCook, startsOpen, children } = props;
  const { ref, ...over } = useDroppable({ id: date });
  const [isOpen, setIsOpen] = useState(startsOpen);
  const ofDay = <span className="sr-only"> on {formatDayAndMonth(date)}</span>;
  const link = 'min-h-11 px-1 text-sm font-semibold text-primary underline';
  return (
    <section
      ref={ref}
      aria-label={formatDayAndMonth(date)}
      className={classNames(
        'grid grid-cols-1 content-start gap-1.5 rounded-2xl border p-1.5',
        toCook > TALLEST ? 'lg:min-w-72 lg:flex-2' : 'lg:min-w-36 lg:flex-1',
        isToday ? 'border-primary bg-surface' : 'border-line bg-sunken',
        over.isDropTarget && 'outline-2 outline-primary',
      )}
    >
      <div className="flex items-center gap-3 pl-1 lg:gap-0">
        <h3 className="mr-auto text-base font-semibold whitespace-nowrap lg:text-sm">
          {formatDayAndMonth(date)}
          {isToday && <span className="block text-sm">today</span>}
        </h3>
        <button
          type="button"
          className={classNames(link, 'lg:hidden')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {toCook} to cook{ofDay}
          <span aria-hidden="true" className="ml-1">
            {isOpen ? '▴' : '▾'}
          </span>
        </button>
        <Link to={paths.admin({ tab: 'prep', date })} className={link}>
          Cook{ofDay}
        </Link>
      </div>
      <div
        className={classNames('grid grid-cols-1 content-start gap-1.5', !isOpen && 'max-lg:hidden')}
      >
        {children}
      </div>
    </section>
  );
}

type SendListProps = {
  plan: ProductionPlanReply;
  date: PlainDate;
  onForecast: (forecast: string) => void;
};

function SendList({ plan, date, onForecast }: SendListProps) {
  const day = plan.days.find((one) => one.date === date);
  if (!day) return null;
  if (day.isClosed) return <p className="text-sm text-ink-soft">Closed</p>;
  const portions = day.meals.reduce((total, meal) => total + meal.portions, 0);
  const others = plan.days.filter((one) => one.hasForecast && one.date !== date);
  /** Only this day's changes. */
  const without = others.map((one) => one.date).join(',') || 'off';
  const withIt = [...others.map((one) => one.date), date].toSorted().join(',');
  return (
    <details className="rounded-xl border border-line bg-surface px-3 text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5">
        {portions === 0 ? 'Nothing to send' : `To send: ${portions}`}
      </summary>
      <ul className="grid gap-1 pb-2">
        {day.meals.map((meal) => (
          <li key={meal.mealId}>
            {meal.name} <b className="tabular-nums">{meal.portions}</b>
            <ForecastText meal={meal} date={date} />
          </li>
        ))}
      </ul>
      {day.isOpenForOrders && (
        <button
          type="button"
          className="min-h-11 font-semibold text-primary underline"
          onClick={() => onForecast(day.hasForecast ? without : withIt)}
        >
          {day.hasForecast ? 'Only what is ordered' : 'Add the forecast'}
          <span className="sr-only"> for {formatDayAndMonth(date)}</span>
        </button>
      )}
    </details>
  );
}

/** "30 + 6, from 4 to 9 on 5 Tuesdays; 61 on Tue 10 Nov left out". */
function ForecastText({ meal, date }: { meal: PlanDayReply['meals'][number]; date: PlainDate }) {
  const { forecast, ordered, portions, tooFewDays } = meal;
  const days = `${weekdayName(weekdayOf(date))}s`;
  if (forecast === null)
    return tooFewDays === null ? null : (
      <span className="block text-ink-soft">
        too few {days} ({tooFewDays})
      </span>
    );
  const leftOut = forecast.leftOut.map(
    (day) => `; ${day.portions} on ${formatDayAndMonth(day.date)} left out`,
  );
  return (
    <span className="block text-ink-soft">
      {ordered} + {portions - ordered}, from {forecast.low} to {forecast.high} on {forecast.days}{' '}
      {days}
      {leftOut}
    </span>
  );
}
