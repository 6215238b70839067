/**
 * The customer's order under way: whole in its tab, in all tabs that are open, and on this device until it is ordered,
 * cleared or two weeks old. Who eats, contact and address outlive the tab only for a household that is remembered.
 */
import { BASKET_LIVES_MS, type BasketChange, isAhead } from '#areas/checkout/rules/basket.ts';
import { EMPTY_CUSTOMER } from '#areas/order-book/rules/order-draft.ts';
import { mealCount, newPerson, type Person } from '#areas/order-book/rules/people.ts';
import {
  assignment,
  cartKey,
  clearOrderDraft,
  contactOf,
  customer,
  delivery,
  household,
  type KeptOrder,
  keptDay,
  keptOrder,
  personBasics,
  readOrderDraft,
  recipient,
  saveOrderDraft,
} from '#areas/order-book/web/kept-order-draft.ts';
import {
  anyText,
  fields,
  kinds,
  listOf,
  orNull,
  orWhenMissing,
  positive,
  recordOf,
  type Shape,
  whole,
  wholeUpTo,
  yesOrNo,
} from '#platform/web/kept-shape.ts';
import { keepsHousehold } from '#areas/checkout/web/site/order/notices.ts';

const KEY = 'basket';
const TAB_KEY = 'orderDraft';

const whoEats: Shape<Omit<Person, 'mealAssignments'>[]> = listOf(fields(personBasics));

const keptBasket = fields({
  rev: positive,
  /** The first day of the week it was for. */
  week: keptDay,
  /** By this device's clock, in ms. */
  savedAt: whole,
  cartKey,
  seats: listOf(
    fields({
      plan: positive,
      secondHelpings: orWhenMissing(wholeUpTo(2), undefined),
      meals: listOf(fields(assignment)),
    }),
  ),
  ...delivery,
  /** For the meals, for those that leave the menu. */
  mealNames: recordOf(anyText, anyText),
  planTaken: orNull(whole),
  helpingsTaken: whole,
  // Only with consent.
  people: orWhenMissing(whoEats, undefined),
  customer: orWhenMissing(customer, undefined),
  contactOf: orWhenMissing(contactOf, undefined),
  recipient: orWhenMissing(recipient, undefined),
  household: orWhenMissing(household, undefined),
});
type Basket = ReturnType<typeof keptBasket>;

const change = { rev: orWhenMissing(whole, 0), usedAt: orWhenMissing(whole, 0) };
/** `isShared`: this device kept it too, so that it is gone where that is gone. */
const tabMarks = fields({ ...change, isShared: orWhenMissing(yesOrNo, false) });
type Tab = ReturnType<typeof tabMarks> & { order: KeptOrder };

const NOTHING: BasketChange = { rev: 0, usedAt: 0 };

/** The newest there is: of another tab, of this one, else as this device keeps it. Null: none, or it was ordered. */
export function readBasket(): KeptOrder | null {
  const kept = readDevice();
  const tab = readTab();
  const ours: BasketChange = tab ?? NOTHING;
  const device = kept.basket && { ...kept.basket, usedAt: kept.basket.savedAt };
  if (heard && isAhead(heard, ours) && !(device && isAhead(device, heard)))
    return writeTab({ ...heard, isShared: device !== null });
  // A tab that only fetched it has not used it: another that has is ahead.
  if (device && isAhead(device, ours))
    return writeTab({ order: orderOf(device), rev: device.rev, usedAt: 0, isShared: true });
  if (tab && kept.isMissing && tab.isShared) {
    clearOrderDraft();
    return null;
  }
  return tab?.order ?? null;
}

/** After what a person changed here: the other tabs show it too. */
export function saveBasket(order: KeptOrder): void {
  const tab = readTab();
  if (tab && basketText(tab.order) === basketText(order)) return;
  const changed = { rev: (tab?.rev ?? 0) + 1, usedAt: Date.now() };
  // At the checkout what is on screen is paid for; what another tab has made of it since stays there.
  if (heard && isAhead(heard, changed)) {
    writeTab({ ...changed, order, isShared: tab?.isShared ?? false });
    return;
  }
  writeTab({ ...changed, order, isShared: writeDevice(basketOf(order, changed)) });
  say({ kind: 'order', ...changed, order });
}

/** Ordered, or not wanted any more (null): in all tabs. */
export function clearBasket(orderNumber: string | null): void {
  heard = null;
  clearOrderDraft();
  writeDevice(null);
  say({ kind: 'gone', orderNumber });
}

/** What is kept here of who eats goes; the meals stay. */
export function purgeWhoEats(householdId: string): void {
  const { basket } = readDevice();
  if (basket?.household?.id === householdId) writeDevice(onlyMeals(basket));
}

function onlyMeals(basket: Basket): Basket {
  const who = { people: undefined, customer: undefined, contactOf: undefined };
  return { ...basket, ...who, recipient: undefined, household: undefined };
}

function basketOf({ draft, household: whose, ...order }: KeptOrder, { rev, usedAt }: BasketChange) {
  if (mealCount(draft.people) === 0) return null;
  const basket: Basket = {
    rev,
    week: draft.weekStart,
    savedAt: usedAt,
    cartKey: draft.cartKey,
    seats: draft.people.map(({ calorieTarget, secondHelpings, mealAssignments }) => ({
      plan: calorieTarget,
      secondHelpings,
      meals: mealAssignments,
    })),
    deliveryType: draft.deliveryType,
    weeklyDeliveryDay: draft.weeklyDeliveryDay,
    deliveryWindow: draft.deliveryWindow,
    windowByDate: draft.windowByDate,
    mealNames: chosenNames({ draft, mealNames: order.mealNames }),
    planTaken: order.planTaken,
    helpingsTaken: order.helpingsTaken,
    people: draft.people.map(({ mealAssignments: _mealAssignments, ...person }) => person),
    customer: draft.customer,
    contactOf: draft.contactOf,
    recipient: draft.recipient,
    household: whose ?? undefined,
  };
  return whose && keepsHousehold(whose.id) ? basket : onlyMeals(basket);
}

function chosenNames({ draft, mealNames }: Pick<KeptOrder, 'draft' | 'mealNames'>) {
  const meals = draft.people.flatMap(({ mealAssignments }) => mealAssignments);
  const ids = new Set(meals.map(({ mealId }) => String(mealId)));
  return Object.fromEntries(Object.entries(mealNames).filter(([id]) => ids.has(id)));
}

function orderOf({ seats, week, people, ...basket }: Basket): KeptOrder {
  const { deliveryType, weeklyDeliveryDay, deliveryWindow, windowByDate } = basket;
  return {
    draft: {
      cartKey: basket.cartKey,
      weekStart: week,
      people: seats.map(({ plan, secondHelpings, meals }, index) => ({
        ...(people?.[index] ?? newPerson(index + 1, plan)),
        calorieTarget: plan,
        secondHelpings,
        mealAssignments: meals,
      })),
      deliveryType,
      weeklyDeliveryDay,
      deliveryWindow,
      windowByDate,
      customer: basket.customer ?? EMPTY_CUSTOMER,
      contactOf: basket.contactOf,
      recipient: basket.recipient,
    },
    mealNames: basket.mealNames,
    planTaken: basket.planTaken,
    helpingsTaken: basket.helpingsTaken,
    notices: people ? [] : [{ kind: 'who-eats' }],
    household: basket.household ?? null,
  };
}

/**
 * As it would be read again: without what the wizard adds to it. To open the page changes nothing, or this tab would be ahead
 * of the one that has been used.
 */
function basketText(order: KeptOrder): string {
  return JSON.stringify(keptOrder({ ...order, mealNames: chosenNames(order) }));
}

function readTab(): Tab | null {
  const order = readOrderDraft();
  if (!order) return null;
  try {
    return { ...tabMarks(JSON.parse(sessionStorage.getItem(TAB_KEY) ?? '')), order };
  } catch {
    return { ...NOTHING, isShared: false, order };
  }
}

function writeTab({ order, rev, usedAt, isShared }: Tab): KeptOrder {
  saveOrderDraft(Object.assign({}, order, { rev, usedAt, isShared }));
  return order;
}

/** What is foreign, damaged or too old is dropped; a tab that has the order keeps it. */
function readDevice(): { basket: Basket | null; isMissing: boolean } {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return { basket: null, isMissing: true };
    const basket = basketIn(text);
    if (basket) return { basket, isMissing: false };
    localStorage.removeItem(KEY);
    const tab = readTab();
    if (tab) writeTab({ ...tab, isShared: false });
  } catch {
    // Nothing can be kept here.
  }
  return { basket: null, isMissing: false };
}

function basketIn(text: string): Basket | null {
  try {
    const basket = keptBasket(JSON.parse(text));
    const isOld = Math.abs(Date.now() - basket.savedAt) > BASKET_LIVES_MS;
    return isOld || basket.seats.length === 0 ? null : basket;
  } catch {
    return null;
  }
}

/** Whether this device keeps it. */
function writeDevice(basket: Basket | null): boolean {
  try {
    if (basket) localStorage.setItem(KEY, JSON.stringify(basket));
    else localStorage.removeItem(KEY);
    return basket !== null;
  } catch {
    return false;
  }
}

// Between tabs nothing is stored.

const saying = kinds({
  /** Who has opened the page asks what the others have. */
  ask: fields({}),
  order: fields({ ...change, order: keptOrder }),
  gone: fields({ orderNumber: orNull(anyText) }),
});

type Watcher = {
  /** Another tab's order is ahead of this one's; `readBasket` has it. */
  onAhead: () => void;
  /** Ordered in another tab, or cleared there (null). */
  onGone: (orderNumber: string | null) => void;
};

let channel: BroadcastChannel | null = null;
let heard: (BasketChange & { order: KeptOrder }) | null = null;
const watchers = new Set<Watcher>();

/** Until what it returns is called, other tabs are asked and answered. */
export function watchBasket(watcher: Watcher): () => void {
  watchers.add(watcher);
  openChannel();
  say({ kind: 'ask' });
  addEventListener('pagehide', closeChannel);
  addEventListener('pageshow', askAgain);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    removeEventListener('pagehide', closeChannel);
    removeEventListener('pageshow', askAgain);
    closeChannel();
    heard = null;
  };
}

function openChannel(): void {
  if (channel || !('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel(KEY);
  channel.addEventListener('message', ({ data }) => hear(data));
}

/** A page that is put aside would not be kept with it. */
function closeChannel(): void {
  channel?.close();
  channel = null;
}

function askAgain({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  openChannel();
  say({ kind: 'ask' });
}

function say(what: ReturnType<typeof saying>): void {
  openChannel();
  channel?.postMessage(what);
  if (watchers.size === 0) closeChannel();
}

function hear(data: unknown): void {
  let said;
  try {
    said = saying(data);
  } catch {
    // For another release.
    return;
  }
  const tab = readTab();
  if (said.kind === 'ask') {
    if (tab) say({ kind: 'order', rev: tab.rev, usedAt: tab.usedAt, order: tab.order });
  } else if (said.kind === 'gone') {
    heard = null;
    clearOrderDraft();
    for (const { onGone } of watchers) onGone(said.orderNumber);
  } else if (isAhead(said, heard && isAhead(heard, tab ?? NOTHING) ? heard : (tab ?? NOTHING))) {
    heard = said;
    for (const { onAhead } of watchers) onAhead();
  }
}
