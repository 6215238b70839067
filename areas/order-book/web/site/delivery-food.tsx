/** One delivery as food: what comes or came, whose it is, how to heat it and how long it keeps. */
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import type { ReactNode } from 'react';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { heatWays } from '#areas/menu/rules/heat-ways.ts';
import { allergenStatement, isAllergen } from '#areas/needs/rules/allergens.ts';
import {
  type TableDish,
  dishesOf,
  inEatingOrder,
  onTheTable,
  type TablePortion,
} from '#areas/order-book/rules/at-the-table.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { deliveryOfNow, type LineDelivery } from '#areas/order-book/rules/now-line.ts';
import type { MissingReason } from '#areas/order-book/rules/pack-bag.ts';
import { mealsText } from '#areas/order-book/rules/people.ts';
import { HeldNotice } from '#areas/order-book/web/site/held-notice.tsx';
import { HeatTimers, minutesText } from '#areas/order-book/web/site/heat-timer.tsx';
import { amountInDollars, formatDollars, parseAmount } from '#platform/rules/money.ts';
import { formatDayAndMonth, formatDayFrom, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** As both pages have it; what only the payer sees is left out for whom the food goes to. */
export type ShownPortion = TablePortion & {
  slug: string | null;
  picture: string | null;
  calories?: number;
  protein?: number;
};

export type ShownDelivery = Omit<LineDelivery, 'items' | 'news'> & {
  news: (NonNullable<LineDelivery['news']> & { photo?: string | null }) | null;
  items: readonly ShownPortion[];
  cancelled: readonly { personName: string; mealName: string; refund?: string | null }[];
};

type ShownDish = TableDish<ShownPortion>;
type Day = { today: PlainDate; delivery: ShownDelivery };

type FoodByDeliveryProps = {
  deliveries: readonly ShownDelivery[];
  /** The server's. */
  now: Instant;
  children?: ReactNode;
};

/** The delivery that is now, open, and the others as lines. */
export function FoodByDelivery({ deliveries, now, children }: FoodByDeliveryProps) {
  const { timeZone } = useConfig().business;
  const shown = deliveryOfNow(deliveries, now, timeZone);
  const others = deliveries.filter((delivery) => delivery !== shown);
  return (
    <>
      {shown && <DeliveryNow delivery={shown} now={now} />}
      {children}
      {others.length > 0 && (
        <section aria-label="Other deliveries" className="grid gap-2">
          {others.map((delivery) => (
            <DeliveryLine key={delivery.date + delivery.timeSlot} delivery={delivery} now={now} />
          ))}
        </section>
      )}
    </>
  );
}

function DeliveryNow({ delivery, now }: { delivery: ShownDelivery; now: Instant }) {
  const { timeZone } = useConfig().business;
  const today = wallTimeAt(now, timeZone).date;
  const photo = delivery.news?.photo;
  return (
    <Card as="section" className="grid gap-3 p-4!">
      <h2 className="text-xl">{titleOf(delivery, today)}</h2>
      {photo && (
        <img
          src={photo}
          alt="Where the driver left your bags"
          className="max-h-60 max-w-full justify-self-start rounded-2xl"
        />
      )}
      <Food delivery={delivery} today={today} />
    </Card>
  );
}

/** Any other delivery: a line that opens. */
export function DeliveryLine({ delivery, now }: { delivery: ShownDelivery; now: Instant }) {
  const { timeZone } = useConfig().business;
  const today = wallTimeAt(now, timeZone).date;
  const { date, timeSlot, status, items } = delivery;
  const held = new Set(items.flatMap(({ onHold }) => onHold ?? []));
  const when = `${formatDayAndMonth(date)}, ${windowLabel(timeSlot)}`;
  return (
    <div className="grid gap-1">
      <LineFold
        title={
          status === 'cancelled' ? (
            <>
              <s>{when}</s>
              <span className="text-ink-soft">Cancelled</span>
            </>
          ) : (
            <>
              <strong>{when}</strong>
              <span className="text-ink-soft">
                {[mealsText(items.length), ENDED[status] ?? ''].filter(Boolean).join(' · ')}
              </span>
            </>
          )
        }
      >
        <Food delivery={delivery} today={today} />
      </LineFold>
      {[...held].map((text) => (
        <HeldNotice key={text} text={text} />
      ))}
    </div>
  );
}

const ENDED: Partial<Record<ShownDelivery['status'], string>> = {
  delivered: 'Delivered',
  missed: 'Not delivered',
};

function titleOf({ date, timeSlot, status, items }: ShownDelivery, today: PlainDate): string {
  const day = formatDayAndMonth(date);
  if (status === 'delivered') {
    const came = items.filter(({ missing }) => missing === null).length;
    return `In your fridge: ${mealsText(came)}`;
  }
  if (status === 'out') return `Coming now · ${day}`;
  if (status === 'missed') return `Not delivered · ${day}`;
  return `${date === today ? 'Today · ' : ''}${day}, ${windowLabel(timeSlot)}`;
}

function Food({ delivery, today }: Day) {
  const { status, items } = delivery;
  if (status === 'delivered') return <InTheFridge delivery={delivery} today={today} />;
  const dishes = inMealOrder(dishesOf(items));
  const missing = dishes.filter((dish) => dish.missing !== null);
  return (
    <>
      <ShortBag delivery={delivery} />
      <ByDay
        dishes={dishes.filter((dish) => dish.missing === null)}
        delivery={delivery}
        today={today}
        isStruck={status === 'cancelled'}
      />
      <Rows dishes={missing} delivery={delivery} today={today} isStruck />
      <CancelledMeals meals={delivery.cancelled} />
    </>
  );
}

/** "Beef Goulash, Ben: refunded $14.49", the name struck through. */
function CancelledMeals({ meals }: { meals: ShownDelivery['cancelled'] }) {
  if (meals.length === 0) return null;
  return (
    <ul aria-label="Cancelled" className="grid gap-1 text-sm text-ink-soft">
      {meals.map(({ personName, mealName, refund = null }, at) => (
        <li key={`${mealName}${at}`} className="wrap-anywhere">
          <s>{mealName}</s>
          {personName !== '' && (
            <>
              {', '}
              <PersonName name={personName} />
            </>
          )}
          {refund === null ? ': cancelled' : `: refunded ${amountInDollars(refund)}`}
        </li>
      ))}
    </ul>
  );
}

function inMealOrder(dishes: readonly ShownDish[]): ShownDish[] {
  const keyOf = ({ mealDate, mealType }: ShownDish) =>
    `${mealDate} ${mealType === 'lunch' ? 0 : 1}`;
  return dishes.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function InTheFridge({ delivery, today }: Day) {
  const { held, missing, past, first, later } = onTheTable(delivery.items, today);
  return (
    <>
      <ShortBag delivery={delivery} />
      <Rows dishes={held} delivery={delivery} today={today} />
      {past.length > 0 && <Past dishes={past} />}
      {first.length > 0 && (
        <section className="grid gap-3 rounded-2xl bg-sunken p-3">
          <h3 className="text-lg">Eat first</h3>
          <Rows dishes={first} delivery={delivery} today={today} isFirst />
        </section>
      )}
      {later.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-lg">Later</h3>
          <ByDay dishes={inEatingOrder(later)} delivery={delivery} today={today} />
        </section>
      )}
      <Rows dishes={missing} delivery={delivery} today={today} isStruck />
      <CancelledMeals meals={delivery.cancelled} />
    </>
  );
}

const WHY_MISSING: Record<MissingReason, string> = {
  not_cooked: 'was not ready',
  damaged: 'was damaged',
  cant_find: 'was not in the bag',
  on_hold: 'was on hold',
};

/** "3 of 4 came: Beef Goulash was damaged, $16.99 went back". */
function ShortBag({ delivery: { items, status } }: Pick<Day, 'delivery'>) {
  const missing = dishesOf(items.filter(({ missing: why }) => why !== null));
  if (missing.length === 0) return null;
  const count = items.filter((item) => item.missing === null).length;
  const reasons = missing.map((dish) => {
    const cents = dish.isPaidBack ? (parseAmount(dish.price ?? '') ?? 0) * dish.portions : 0;
    const back = cents > 0 ? `, ${formatDollars(cents)} went back` : '';
    return `${dish.mealName} ${WHY_MISSING[dish.missing ?? 'cant_find']}${back}`;
  });
  return (
    <p className="font-semibold">
      {`${count} of ${items.length} ${isEnded(status) ? 'came' : 'are coming'}: ${reasons.join('; ')}`}
    </p>
  );
}

function Past({ dishes }: { dishes: readonly ShownDish[] }) {
  return (
    <ul className="grid gap-1">
      {dishes.map(({ key, mealName, useBy, freezable }) => (
        <li key={key} className="wrap-anywhere">
          <strong>{mealName}</strong>
          {`: use-by was ${formatDayAndMonth(useBy ?? '')}${freezable ? ', unless you froze it in time' : ''}. Please don’t eat it.`}
        </li>
      ))}
    </ul>
  );
}

const DAYS_OPEN = 2;

type ListedDishes = Day & {
  dishes: readonly ShownDish[];
  /** Whose turn it is: with its timers. */
  isFirst?: boolean;
  isStruck?: boolean;
};

/** Two meal days are open, the rest folded: a weekly box of 28 fits a phone. */
function ByDay({ dishes, ...rest }: ListedDishes) {
  const days = [...new Set(dishes.map(({ mealDate }) => mealDate))];
  const open = days.slice(0, DAYS_OPEN);
  const folded = dishes.filter(({ mealDate }) => !open.includes(mealDate));
  const more = days.length - open.length;
  return (
    <>
      <Rows dishes={dishes.filter(({ mealDate }) => open.includes(mealDate))} {...rest} />
      {folded.length > 0 && (
        <LineFold
          title={
            <span>{`${more} more ${more === 1 ? 'day' : 'days'}, ${mealsText(
              folded.reduce((sum, { portions }) => sum + portions, 0),
            )}`}</span>
          }
        >
          <Rows dishes={folded} {...rest} />
        </LineFold>
      )}
    </>
  );
}

function Rows({ dishes, ...rest }: ListedDishes) {
  if (dishes.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {dishes.map((dish) => (
        <DishRow key={dish.key} dish={dish} {...rest} />
      ))}
    </ul>
  );
}

type RowProps = Omit<ListedDishes, 'dishes'> & { dish: ShownDish };

function DishRow({ dish, delivery, today, isFirst = false, isStruck = false }: RowProps) {
  const { business } = useConfig();
  const { mealName, names, onHold, heating, agreed, advice, isPaidBack } = dish;
  const Name = isStruck ? 's' : 'strong';
  const isEatable = !isStruck && onHold === null;
  const isHere = delivery.status === 'delivered';
  return (
    <li className="grid gap-1">
      <details className="group">
        <summary className="grid min-h-11 grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3">
          <Picture dish={dish} />
          <span className="grid">
            <Name className="leading-tight font-semibold wrap-anywhere">{mealName}</Name>
            <span className="text-sm">
              {names.map((name, at) => (
                <span key={name}>
                  {at > 0 && ', '}
                  <PersonName name={name} />
                </span>
              ))}
            </span>
            <span className="text-sm text-ink-soft">{factsOf(dish, today, isFirst, business)}</span>
          </span>
          <Arrow />
        </summary>
        <Closer dish={dish} isEatable={isEatable} isTimed={isEatable && isHere && !isFirst} />
      </details>
      <div className="grid gap-1 pl-19 text-sm empty:hidden">
        {isFirst && isEatable && <HeatTimers heating={heating} dish={mealName} />}
        {isPaidBack && !isStruck && (
          <p className="font-semibold">
            {isEnded(delivery.status) ? 'Paid back' : 'Paid back, still coming'}
          </p>
        )}
        {onHold && <HeldNotice text={onHold} />}
        {agreed && <p className="font-semibold">{agreed}</p>}
        {advice && isEatable && <p className="font-semibold text-accent">{advice}</p>}
        {isEatable && freezeToday(dish, delivery, today)}
      </div>
    </li>
  );
}

/** It is frozen on the day it comes, or not at all. */
function freezeToday(
  { freezable, useBy, advice }: ShownDish,
  { status, date }: ShownDelivery,
  today: PlainDate,
): string | null {
  if (status !== 'delivered' || date !== today || advice || !freezable) return null;
  if (useBy === null || useBy <= today) return null;
  return `Freeze today if you won’t eat it by ${formatDayFrom(useBy, today)}`;
}

/** "Fri’s dinner · fridge to Sun 6 Dec · heat 3 min". */
function factsOf(
  dish: ShownDish,
  today: PlainDate,
  isFirst: boolean,
  business: ServiceFacts,
): string {
  const { mealDate, mealType, isWarm, useBy, freezable, heating } = dish;
  const whose = mealDate === today ? 'today’s' : `${formatDayFrom(mealDate, today)}’s`;
  const keeps = useBy && `${isFirst ? 'by' : 'fridge to'} ${formatDayAndMonth(useBy)}`;
  const [way] = heatWays(heating);
  return [
    `${whose} ${serviceOf(mealType, business).name}`,
    isWarm ? 'comes warm' : keeps,
    isFirst && freezable === false && 'not for freezing',
    !isWarm && !isFirst && way && `heat ${minutesText(way.seconds)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

type CloserProps = { dish: ShownDish; isEatable: boolean; isTimed: boolean };

function Closer({ dish, isEatable, isTimed }: CloserProps) {
  const { mealName, allergens, heating, storage, slug, calories, protein } = dish;
  return (
    <div className="grid gap-2 py-2 pl-19 text-sm">
      <p className="font-semibold">{allergenStatement(allergens?.filter(isAllergen) ?? null)}</p>
      {calories !== undefined && (
        <p className="tabular-nums">{`${calories} Cal · ${protein} g protein`}</p>
      )}
      {isEatable && storage !== '' && <p>{storage}</p>}
      {isEatable && heating !== '' && <p>{heating}</p>}
      {isTimed && <HeatTimers heating={heating} dish={mealName} />}
      {slug !== null && (
        <a href={paths.meal(slug)} className="w-fit font-semibold text-primary underline">
          About this meal
        </a>
      )}
    </div>
  );
}

const PICTURE_PX = 64;

function Picture({ dish: { picture, mealName } }: { dish: ShownDish }) {
  if (picture !== null)
    return (
      <img
        src={picture}
        width={PICTURE_PX}
        height={PICTURE_PX}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-16 rounded-xl object-cover"
      />
    );
  return (
    <span
      aria-hidden="true"
      className="grid size-16 place-items-center rounded-full border-4 border-line bg-surface font-serif text-2xl text-ink-soft"
    >
      {mealName.slice(0, 1)}
    </span>
  );
}

/** Opens in place; its title stands on one line where there is room. */
export function LineFold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group/fold rounded-2xl border border-line bg-surface px-4">
      <summary className="flex min-h-12 items-center justify-between gap-3 py-2">
        <span className="flex min-w-0 flex-wrap gap-x-3">{title}</span>
        <span aria-hidden="true" className="transition-transform group-open/fold:rotate-90">
          ›
        </span>
      </summary>
      <div className="grid gap-3 pt-1 pb-4">{children}</div>
    </details>
  );
}

function Arrow() {
  return (
    <span aria-hidden="true" className="text-ink-soft transition-transform group-open:rotate-90">
      ›
    </span>
  );
}
