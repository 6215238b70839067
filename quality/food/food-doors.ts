/**
 * Every way into the software, and what it has to do with what people may eat: calls, jobs by the clock, kinds of work, of
 * messages and of printouts, commands of operators.
 */
import type { Act } from '#quality/food/kitchen.ts';
import { DOORS_WITHOUT_FOOD } from '#quality/food/doors-without-food.ts';

/**
 * `sells`: what is sold or changed is clear, or it is refused. `records`: what has happened is written down, and what is on
 * hold is asked about. `step`: it cooks, packs, brings, moves or cancels. `food`: it changes what a meal is. `text`:
 * someone writes beside an order.
 */
type Kind = 'sells' | 'records' | 'step' | 'food' | 'text';

/** Whose words of a portion it shows. */
export type Reader = 'customer' | 'message' | 'kitchen' | 'pack' | 'road' | 'office';

/** What the worked sequences do through it (`cases.json`), or the test that goes through it. */
type TestFile = `${string}.test.ts`;
type By = Act['do'] | TestFile;

export function isTestFile(by: By): by is TestFile {
  return by.endsWith('.test.ts');
}

export type FoodDoor =
  | { class: Kind; by: By }
  | { class: 'reads'; says: Reader }
  | { class: 'none'; why: string };

function doors(kind: Kind, byDoor: Record<string, By>): [string, FoodDoor][] {
  return Object.entries(byDoor).map(([door, by]) => [door, { class: kind, by }]);
}

function readers(says: Reader, list: readonly string[]): [string, FoodDoor][] {
  return list.map((door) => [door, { class: 'reads', says }]);
}

const RECONCILING = 'areas/payments/server/reconcile.test.ts';
const RESTORING = 'areas/checkout/server/fault-points-restored.release.test.ts';
const RECIPES = 'areas/recipes/server/recipes.test.ts';
const REPLACING = 'areas/recipes/server/replace.test.ts';
const RECALL = 'areas/kitchen/server/recall.test.ts';
const SHOPPING = 'areas/kitchen/server/shopping.test.ts';
const INCIDENTS = 'areas/delivery/server/incident.test.ts';

const ALL: [string, FoodDoor][] = [
  ...doors('sells', {
    'POST /api/quote': 'order',
    'POST /api/create-payment-intent': 'order',
    'POST /api/checkouts/:id/windows': 'areas/checkout/server/settle-approval.test.ts',
    'POST /api/extend-hold': 'areas/checkout/server/create-payment-intent.test.ts',
    'POST /api/admin/phone-orders': 'order',
    'POST /api/pay/:token': 'order',
    'PUT /api/admin/orders/:id': 'edit',
    'POST /api/admin/orders/:id/preview': 'areas/orders/server/preview-edit.test.ts',
    'POST /api/orders/track/:token/quote': 'areas/orders/server/order-change.test.ts',
    'POST /api/orders/track/:token/change': 'edit',
    'POST /api/orders/track/:token/pay': 'areas/orders/server/top-up.test.ts',
    'POST /api/admin/orders/:id/pay-link': 'areas/orders/server/top-up.test.ts',
    'PUT /api/orders/track/:token/instructions': 'edit',
    'POST /api/admin/meals/:id/run-out': 'areas/orders/server/run-out.test.ts',
    'POST /api/orders/track/:token/choices/:id': 'areas/orders/server/run-out.test.ts',
    'POST /api/admin/recipe-alerts/settle': 'settle',
    'POST /api/admin/problems/:id/decide': 'areas/customers/server/problems.test.ts',
    'job settle_meal_choices': 'areas/orders/server/run-out.test.ts',
    'work top_ups': 'areas/orders/server/top-up.test.ts',
    'work order_changes': 'areas/orders/server/order-change.test.ts',
  }),
  ...doors('records', {
    'POST /api/orders': 'order',
    'POST /api/stripe/webhook': 'order',
    'POST /api/admin/payments/events/:id/retry': 'order',
    'job reconcile_young': 'order',
    'job reconcile_recent': 'order',
    'work captures': 'areas/checkout/server/settle-approval.test.ts',
    'work checkouts': 'order',
    'job follow_food': 'clock',
    'work gateway_events': 'order',
    'command reconcile': RECONCILING,
    'command restore': RESTORING,
  }),
  ...doors('step', {
    'POST /api/bench/words': 'tick',
    'POST /api/admin/deliveries/status': 'status',
    'POST /api/admin/deliveries/undo': 'undo',
    'POST /api/admin/deliveries/move': 'move',
    'POST /api/admin/deliveries/settle': 'areas/delivery/server/move-deliveries.test.ts',
    'POST /api/admin/cancel': 'areas/delivery/server/cancel.test.ts',
    'POST /api/admin/deliveries/refund': 'areas/delivery/server/cancel.test.ts',
    'POST /api/orders/track/:token/missed/:id': 'areas/delivery/server/missed-choice.test.ts',
    'POST /api/drive/reports': 'status',
    'POST /api/drive/undo': 'areas/delivery/server/drive.test.ts',
    'POST /api/pack/ticks': 'portions ticked',
    'POST /api/pack/checks': 'check',
    'POST /api/pack/bags': 'status',
    'POST /api/pack/undo': 'areas/delivery/server/pack.test.ts',
    'PUT /api/admin/orders/:id/status': 'reopen',
    'POST /api/admin/orders/status': 'areas/orders/server/bulk.test.ts',
    'DELETE /api/admin/orders/:id': 'cancel',
    'POST /api/orders/track/:token/cancel': 'areas/orders/server/tracking.test.ts',
    'POST /api/admin/orders/:id/refund': 'areas/orders/server/refund-order.test.ts',
    'POST /api/admin/orders/:id/refund/quote': 'areas/orders/server/refund-order.test.ts',
    'POST /api/admin/payments/orders/:id/keep': 'keep',
    'POST /api/admin/payments/orders/:id/refund': 'give back',
    'POST /api/admin/closures': INCIDENTS,
    'POST /api/admin/incidents/:id/retry': INCIDENTS,
    'POST /api/admin/incidents/:id/settle': INCIDENTS,
    'POST /api/admin/given-food/:id/calls': 'call',
    'job give_back_undecided': 'clock',
    'work incidents': INCIDENTS,
  }),
  ...doors('food', {
    'POST /api/meals': 'new meal',
    'PUT /api/meals/:id': 'save meal',
    'DELETE /api/meals/:id': 'areas/menu/server/meals.test.ts',
    'POST /api/admin/meals/many': 'areas/recipes/server/sample-menu.test.ts',
    'POST /api/admin/sample-menu/remove': 'areas/recipes/server/sample-menu.test.ts',
    'POST /api/admin/sample-menu/bring-back': 'areas/recipes/server/sample-menu.test.ts',
    'POST /api/admin/imports': 'areas/office/server/imports.test.ts',
    'POST /api/admin/imports/:id/undo': 'areas/office/server/imports.test.ts',
    'POST /api/admin/meals/:id/restore': 'areas/menu/server/meals.test.ts',
    'POST /api/admin/meals/:id/duplicate': 'areas/menu/server/meals.test.ts',
    'POST /api/admin/meals/:id/recipe-check': 'areas/orders/server/recipe-alerts.test.ts',
    'PUT /api/admin/meals/:id/recipe': RECIPES,
    'POST /api/admin/meals-by-recipe': RECIPES,
    'POST /api/admin/ingredients': RECIPES,
    'PUT /api/admin/ingredients/:id': RECIPES,
    'POST /api/admin/ingredients/:id/archive': RECIPES,
    'POST /api/admin/ingredients/:id/replace': REPLACING,
    'POST /api/admin/components': RECIPES,
    'PUT /api/admin/components/:id': RECIPES,
    'POST /api/admin/components/:id/archive': RECIPES,
    'POST /api/admin/components/:id/replace': REPLACING,
    'POST /api/admin/food-table/take': 'areas/recipes/server/food-table.test.ts',
    'POST /api/admin/suppliers/:id/packs': SHOPPING,
    'PUT /api/admin/suppliers/:id/packs/:packId': SHOPPING,
    'POST /api/admin/goods-in': RECALL,
    'PUT /api/admin/settings': 'settings',
    'PUT /api/admin/menu-weeks/:weekStart': 'areas/recipes/server/menu-weeks.test.ts',
    'DELETE /api/admin/menu-weeks/:weekStart': 'areas/recipes/server/menu-weeks.test.ts',
    'POST /api/admin/menu-weeks/rotate': 'areas/recipes/server/menu-weeks.test.ts',
  }),
  ...doors('text', {
    'POST /api/orders/track/:token/problems': 'areas/customers/server/problems.test.ts',
    'POST /api/orders/track/:token/ratings': 'areas/customers/server/ratings.test.ts',
    'POST /api/admin/orders/:id/notes': 'areas/orders/server/timeline.test.ts',
    'PUT /api/admin/orders/:id/notes/:noteId': 'areas/orders/server/timeline.test.ts',
    'POST /api/admin/customers/:id/notes': 'areas/customers/server/customers.test.ts',
    'POST /api/admin/customers/:id/merge': 'areas/customers/server/customers.test.ts',
    'POST /api/admin/customers/:id/erase': 'areas/customers/server/erase-customer.test.ts',
    'POST /api/admin/customers/erase': 'areas/customers/server/erase-customer.test.ts',
    'command erase': 'areas/customers/server/erase-customer.test.ts',
  }),
  ...readers('customer', [
    'GET /api/meals',
    'GET /api/next-menu',
    'GET /api/pay/:token',
    'GET /api/orders/track/:token',
    'GET /api/orders/track/:token/change',
    'GET /api/orders/track/:token/again',
    'GET /api/orders/received/:token',
    'GET /api/orders/track/:token/calendar.ics',
    'GET /t/:code',
  ]),
  ...readers('message', [
    'message food_alert',
    'message food_on_hold',
    'job tell_of_holds',
    'message food_warning',
    'message order_confirmation',
    'message order_changed',
    'message order_recipe_changed',
    'message phone_order_link',
    'message recipe_alert',
    'message meals_at_odds',
    'job tell_meals_at_odds',
    'message meal_ask',
    'message meal_swapped',
    'message delivery_out',
    'message delivery_delivered',
    'message delivery_moved',
    'message rating_request',
    'job ask_for_ratings',
    'GET /api/admin/messages',
    'GET /api/admin/messages/:id',
    'GET /api/admin/messages/:id/page',
    'POST /api/admin/messages/:id/resend',
  ]),
  ...readers('kitchen', [
    'GET /api/bench',
    'GET /api/admin/prep-sheet',
    'GET /api/admin/labels',
    'GET /api/admin/going-live/label',
    'GET /api/admin/meals/:id/label',
    'GET /api/admin/papers',
    'GET /api/admin/papers/stale-dates',
    'GET /api/admin/papers/:id/change-slip',
    'GET /api/admin/production/plan',
    'GET /api/admin/production/plan.csv',
    'GET /api/admin/meal-traces',
    'GET /api/admin/goods-lots/:id/recall',
    'GET /api/admin/goods-lots/:id/recall.csv',
    'POST /api/admin/goods-lots/:id/recall',
    'GET /api/admin/recall-runs',
    'printout prep_sheet',
    'printout labels',
  ]),
  ...readers('pack', ['GET /api/pack/day']),
  ...readers('road', [
    'GET /api/drive/day',
    'POST /api/drive/notices',
    'GET /api/admin/run-sheet',
    'GET /api/admin/day-papers',
    'printout run_sheet',
  ]),
  ...readers('office', [
    'GET /api/admin/imports/template',
    'POST /api/admin/imports/preview',
    'POST /api/admin/imports/refused',
    'GET /api/admin/meals',
    'GET /api/admin/orders',
    'GET /api/admin/orders/:id',
    'GET /api/admin/orders.csv',
    'GET /api/admin/orders/:id/timeline',
    'GET /api/admin/deliveries',
    'GET /api/admin/deliveries/run',
    'GET /api/admin/today',
    'GET /api/admin/recipe-alerts',
    'GET /api/admin/given-food',
    'GET /api/admin/problems',
    'GET /api/admin/customers/:id',
    'GET /api/admin/customers.csv',
    'POST /api/admin/customers/file',
    'GET /api/admin/export',
    'GET /api/admin/incidents/:id',
    'GET /api/admin/incidents/:id/result.csv',
    'command doctor',
    'POST /api/admin/payments/check',
    'job check_books',
  ]),
  ...DOORS_WITHOUT_FOOD.flatMap(({ why, doors: list }) =>
    list.map((door): [string, FoodDoor] => [door, { class: 'none', why }]),
  ),
];

export const FOOD_DOORS: ReadonlyMap<string, FoodDoor> = new Map(ALL);

/** Doors that stand in it twice. */
export const DOUBLE_DOORS = ALL.map(([door]) => door).filter(
  (door, index, all) => all.indexOf(door) !== index,
);
