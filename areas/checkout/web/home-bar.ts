/** The bar at the foot of home, for a device that has a household or a basket. Loaded there alone; React knows nothing of it. */
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { type HomeBar, homeBar, type KnownAtHome } from '#areas/checkout/rules/home-bar.ts';
import { BASKET_LIVES_MS } from '#areas/checkout/rules/basket.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  anyText,
  fields,
  listOf,
  orNull,
  orWhenMissing,
  type Shape,
  whole,
} from '#platform/web/kept-shape.ts';

/** The day on which it was closed. */
const CLOSED_KEY = 'homeBarClosed';
/** Whose last orders are looked up. */
const MOST_ORDERS = 3;

// What is read of what is kept and of replies: their own shapes would bring all of the order's code to a page to read.
const readHouseholds = listOf(
  fields({ lastOrder: orWhenMissing(orNull(fields({ trackingToken: anyText })), null) }),
);
const readBasket = fields({
  savedAt: whole,
  seats: listOf(fields({ meals: listOf(fields({ date: anyText })) })),
});
const readWeek = fields({
  timeZone: anyText,
  now: anyText,
  cutoff: anyText,
  sale: fields({ state: anyText }),
  weekStart: anyText,
  weekEnd: anyText,
});
const readOrder = fields({
  status: anyText,
  deliveries: listOf(
    fields({
      date: anyText,
      timeSlot: anyText as Shape<DeliveryWindow>,
      status: anyText,
      items: listOf(
        fields({
          mealId: whole,
          mealName: anyText,
          mealDate: anyText,
          mealType: anyText,
          onHold: orNull(anyText),
        }),
      ),
    }),
  ),
});

/** Shows what is true this minute; nothing where it cannot be asked. */
export async function showHomeBar(): Promise<void> {
  const { timeZone, now, cutoff, sale, weekStart, weekEnd } = readWeek(
    await askServer('/api/ordering-week'),
  );
  const today = wallTimeAt(Date.parse(now), timeZone).date;
  if (kept(CLOSED_KEY, anyText) === today) return;
  const bar = homeBar({
    now: Date.parse(now),
    timeZone,
    week:
      sale.state === 'open' ? { start: weekStart, end: weekEnd, cutoff: Date.parse(cutoff) } : null,
    underWay: readUnderWay(Date.now()),
    deliveries: await fetchDeliveries(),
  });
  if (bar) draw(bar, today);
}

async function askServer(address: string): Promise<unknown> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply.json();
}

function kept<Value>(key: string, shape: Shape<Value>): Value | null {
  try {
    return shape(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** `now`: by this device's clock, as the basket was saved. */
function readUnderWay(now: number): KnownAtHome['underWay'] {
  const basket = kept('basket', readBasket);
  const isOld = basket !== null && now - basket.savedAt > BASKET_LIVES_MS;
  const dates = (isOld ? [] : (basket?.seats ?? []))
    .flatMap(({ meals }) => meals.map(({ date }) => date))
    .toSorted();
  return dates[0] === undefined ? null : { meals: dates.length, first: dates[0] };
}

/** For an order that is gone, nothing; of one that is not confirmed all is as the order is. */
async function fetchDeliveries(): Promise<KnownAtHome['deliveries']> {
  const tokens = (kept('households', readHouseholds) ?? []).flatMap(
    ({ lastOrder }) => lastOrder?.trackingToken ?? [],
  );
  const orders = await Promise.allSettled(
    tokens.slice(-MOST_ORDERS).map(async (token) => {
      const { status, deliveries } = readOrder(
        await askServer(`/api/orders${paths.tracking(token)}`),
      );
      return deliveries.map(({ items, ...delivery }) => ({
        ...delivery,
        token,
        status: status === 'confirmed' ? delivery.status : status,
        items: items.map(({ onHold, ...item }) => ({ ...item, isOnHold: onHold !== null })),
      }));
    }),
  );
  return orders.flatMap((order) => (order.status === 'fulfilled' ? order.value : []));
}

const LABELS = { order: 'Your order', on: 'Go on', again: 'Same as last week' };

function draw(bar: HomeBar, today: string): void {
  const aside = make('aside', {
    ariaLabel: 'For you',
    className:
      'fixed inset-x-0 bottom-0 z-20 flex h-16 items-center gap-2 border-t border-line bg-surface pl-4 shadow-raised xl:px-[calc(50%-36rem)] print:hidden',
  });
  const words = make('p', {
    className: 'mr-auto line-clamp-3 min-w-0 text-sm leading-tight font-semibold wrap-anywhere',
    textContent: bar.words,
  });
  const link = make('a', {
    href: hrefOf(bar),
    className:
      'inline-flex min-h-11 shrink-0 items-center rounded-full bg-primary px-3 text-sm font-semibold text-on-primary',
    textContent: LABELS[bar.leads],
  });
  const close = make('button', {
    type: 'button',
    ariaLabel: 'Close until tomorrow',
    className: 'grid size-11 shrink-0 place-items-center rounded-full text-xl',
    textContent: '×',
  });
  close.addEventListener('click', () => {
    aside.remove();
    document.body.classList.remove('pb-16');
    try {
      localStorage.setItem(CLOSED_KEY, JSON.stringify(today));
    } catch {
      // Then it comes again with the next page.
    }
  });
  aside.append(words, link, close);
  // The last line of the page can be scrolled above it.
  document.body.classList.add('pb-16');
  document.body.append(aside);
}

function hrefOf(bar: HomeBar): string {
  if (bar.leads === 'order') return paths.tracking(bar.token);
  return bar.leads === 'on' ? paths.order({ step: 2 }) : paths.order({ again: 1 });
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
