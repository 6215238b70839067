/** All areas, from the ground up, and what several of them add to one list. */
import { joinMessageWriters } from '#areas/messages/server/write-message.ts';
import { platformRefusals, type Refusal, type Refusals } from '#platform/calls/refusals.ts';
import { assertDefined } from '#platform/server/errors.ts';
import type { Area } from '#platform/server/area.ts';
import type { Whose } from '#platform/server/http/about.ts';
import { platformTables } from '#platform/server/db/kept-table.ts';
import { businessArea } from '#areas/business/server/area.ts';
import { menuArea } from '#areas/menu/server/area.ts';
import { orderBookArea } from '#areas/order-book/server/area.ts';
import { placesArea } from '#areas/places/server/area.ts';
import { calculatorArea } from '#areas/calculator/server/area.ts';
import { messagesArea } from '#areas/messages/server/area.ts';
import { printoutsArea } from '#areas/printouts/server/area.ts';
import { waitlistArea } from '#areas/waitlist/server/area.ts';
import { staffArea } from '#areas/staff/server/area.ts';
import { checkoutArea } from '#areas/checkout/server/area.ts';
import { ordersArea } from '#areas/orders/server/area.ts';
import { recipesArea } from '#areas/recipes/server/area.ts';
import { deliveryArea } from '#areas/delivery/server/area.ts';
import { paymentsArea } from '#areas/payments/server/area.ts';
import { customersArea } from '#areas/customers/server/area.ts';
import { kitchenArea } from '#areas/kitchen/server/area.ts';
import { officeArea } from '#areas/office/server/area.ts';

export const areas: readonly Area[] = [
  businessArea,
  menuArea,
  orderBookArea,
  placesArea,
  calculatorArea,
  messagesArea,
  printoutsArea,
  waitlistArea,
  staffArea,
  checkoutArea,
  ordersArea,
  recipesArea,
  deliveryArea,
  paymentsArea,
  customersArea,
  kitchenArea,
  officeArea,
];

const messageWriters = joinMessageWriters(areas.flatMap(({ messages }) => messages ?? []));

export const keptTables = [
  ...areas.toReversed().flatMap(({ tables }) => tables ?? []),
  ...platformTables,
];

/** For `backup` of the context. */
export const leftOut = keptTables.flatMap(({ name, isBackedUp }) => (isBackedUp ? [] : name));

/** For all areas and what lies beneath them. A code that two declare is a mistake. */
function joinRefusals(): Refusals {
  const all = [platformRefusals, ...areas.map(({ refusals = {} }) => refusals)].flatMap((own) =>
    Object.entries<Refusal>(own),
  );
  const joined = Object.fromEntries(all);
  if (Object.keys(joined).length < all.length) throw new Error('Two areas declare one refusal');
  return joined;
}

export const declaredRefusals = joinRefusals();

/** By their rules. A rule that two areas check under one name is a mistake. */
function joinChecks() {
  const all = areas.flatMap((area) => Object.entries(area.checks ?? {}));
  const joined = Object.fromEntries(all);
  if (Object.keys(joined).length < all.length) throw new Error('Two areas check one rule');
  return joined;
}

/** Which ids are whose, of all that calls are about. */
export const whose: Whose = Object.assign({}, ...areas.map(({ about }) => about));

export const ofAllAreas = {
  messageWriters,
  keptTables,
  checks: joinChecks(),
  faults: areas.flatMap(({ faults }) => faults ?? []),
  readWork: assertDefined(areas.find((area) => area.readWork)?.readWork, 'who plans the work'),
  foodBars: areas.flatMap(({ foodBars = [] }) => foodBars),
  due: areas.flatMap(({ due = [] }) => due),
  today: areas.flatMap(({ today = [] }) => today),
  connectionKinds: areas.flatMap(({ connections = [] }) => connections),
  finders: areas.flatMap(({ finders = [] }) => finders),
  importers: areas.flatMap(({ importers = [] }) => importers),
};
