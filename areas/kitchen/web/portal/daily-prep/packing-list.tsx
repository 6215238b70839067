import { TEMPERATURE_MARKS } from '#areas/order-book/rules/pack-bag.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { DailyPrepReply, PackedBagReply } from '#areas/kitchen/calls/daily-prep.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { isSpecial } from '#areas/printouts/rules/daily-totals.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { packedBagsQuery } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { keyOfPortion, NeedsOfBag } from './needs-of-bag.tsx';

/** Stop by stop, window by window, in the sequence of labels and run sheet; special ones stand out. */
export function PackingList({ prep: { date } }: { prep: DailyPrepReply }) {
  return (
    <Loaded query={useQuery(packedBagsQuery(date))} what="the packing list">
      {({ bags }) => <Windows bags={bags} date={date} />}
    </Loaded>
  );
}

function Windows({ bags, date }: { bags: readonly PackedBagReply[]; date: string }) {
  return (
    <div className="grid gap-5 pt-4">
      {[...Map.groupBy(bags, ({ timeSlot }) => timeSlot)].map(([timeSlot, theirs]) => (
        <section key={timeSlot} className="grid gap-2">
          <h3 className="text-lg">Packing list, {windowLabel(timeSlot)}</h3>
          <ol className="grid overflow-hidden rounded-2xl border border-line bg-surface">
            {theirs.map((order) => (
              <Bag key={order.deliveryId} order={order} date={date} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Bag({ order, date }: { order: PackedBagReply; date: string }) {
  const { customerName, suburb, temperature, specialInstructions, status } = order;
  const isAboutFood = order.specialWords.length > 0;
  return (
    <li
      className={classNames(
        'grid break-inside-avoid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 gap-y-1 border-line px-3 py-2 not-first:border-t lg:grid-cols-[3rem_17rem_minmax(0,1fr)]',
        isSpecial(order) && 'border-l-6 border-l-danger bg-danger-soft',
      )}
    >
      <p className="row-span-2 text-xl font-semibold tabular-nums lg:row-span-1">
        <span className="sr-only">Stop </span>
        {order.stop ?? '–'}
      </p>
      <div className="grid content-start text-sm">
        <p className="text-base font-semibold break-words">{customerName}</p>
        <p className="flex flex-wrap items-center gap-x-2">
          {suburb} <OrderLink id={order.orderId} orderNumber={order.orderNumber} />
          {status === 'pending' && <Badge variant="secondary">pending</Badge>}
          {temperature === 'cold' ? (
            <span>cold</span>
          ) : (
            <Badge>{TEMPERATURE_MARKS[temperature].toLowerCase()}</Badge>
          )}
        </p>
      </div>
      <div className="grid content-start gap-1 max-lg:col-start-2">
        <NeedsOfBag needs={order.needs} />
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
          {order.items.map((item) => (
            <Portion key={keyOfPortion(item)} item={item} date={date} />
          ))}
        </ul>
        {specialInstructions !== '' && (
          <p
            className={classNames(
              'break-words whitespace-pre-line',
              isAboutFood ? 'font-semibold text-danger' : 'text-sm text-ink-soft',
            )}
          >
            {specialInstructions}
          </p>
        )}
      </div>
    </li>
  );
}

/** "Mia: Dal"; with a second helping "Mia, Thu 15 Jan dinner (2): Dal, 1 of 2". */
function Portion({ item, date }: { item: PackedBagReply['items'][number]; date: string }) {
  const { personName, mealType, mealDate, name, allergens, helping, agreed, isConcerned } = item;
  const day = formatDayAndMonth(mealDate);
  const who = helping === null ? personName : `${personName}, ${day} ${mealType} (2)`;
  return (
    <li className="break-words">
      <span className="font-semibold">{who}:</span> {name}
      {helping !== null && `, ${helping}`}
      {helping === null && mealDate !== date && (
        <span className="text-sm text-ink-soft"> for {day}</span>
      )}
      {isConcerned && <span className="text-sm"> ({allergenStatement(allergens)})</span>}
      {agreed !== null && <strong className="block text-sm break-words">{agreed}</strong>}
    </li>
  );
}
