/** A kitchen with its staff, meals and orders by the names that cases give them, and what can be done in it. */
import { eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { MealRequest } from '#areas/menu/calls/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import type { TestApp } from '#quality/support/test-app.ts';

export const WINDOW = '16:00-18:00';

export type CaseMeal = {
  name: string;
  type: 'lunch' | 'dinner';
  allergens: string[] | null;
  ingredients: string;
  tags: string[];
  shelf: number | null;
  freezable: boolean;
  mayContain?: string[];
  isActive?: boolean;
};

export type CaseNeeds = { allergens?: string[]; avoid?: string[]; diets?: string[]; note?: string };

export type HeardBy =
  | 'page'
  | 'webhook'
  | 'event again'
  | 'event again by staff'
  | 'job of the minute'
  | 'job of the hour'
  | 'end of its time';

/** "Mia curry", "Mia curry 2026-01-14". */
export type CasePlate = string;

export type Act =
  | {
      do: 'order';
      key: string;
      people: Record<string, CaseNeeds & { known?: boolean }>;
      plates: CasePlate[];
      /** All of it on that day; left out: each on the day on which it is eaten. */
      deliver?: string;
      window?: string;
      instructions?: string;
      byPhone?: boolean;
      /** It is paid before anyone reads what is written in it. */
      fact?: boolean;
      /** How we hear that it is paid; left out: from the customer's page. */
      heardBy?: HeardBy;
      recipeSavedMeanwhile?: { meal: string; set: Partial<CaseMeal> };
    }
  | {
      do: 'save meal';
      meal: string;
      set: Partial<CaseMeal>;
      cooked?: 'also' | 'not';
      active?: boolean;
    }
  | { do: 'new meal'; meal: string; set: Partial<CaseMeal> }
  | { do: 'tick'; meal: string; count: number; seen?: number; date?: string; window?: string }
  | {
      do: 'status';
      delivery: string;
      to: string;
      by: 'office' | 'kitchen' | 'packer' | 'driver';
      confirm?: string[];
      /** So long after it happened we hear of it. */
      lateMinutes?: number;
      reason?: string;
    }
  /** For what the office reported last. */
  | { do: 'undo' }
  /** Every portion of a bag but these. */
  | { do: 'portions ticked'; delivery: string; missing?: string[] }
  | { do: 'check'; delivery: string; person: string }
  | { do: 'move'; delivery: string; to: string; sameBag: boolean }
  | {
      do: 'edit';
      order: string;
      by?: 'customer';
      plates?: CasePlate[];
      deliver?: string;
      needs?: Record<string, CaseNeeds>;
      instructions?: string;
    }
  | {
      do: 'settle';
      portion: string;
      how: 'agree' | 'swap' | 'refund';
      meal?: string;
      reason?: string;
    }
  | { do: 'cancel' | 'reopen' | 'keep' | 'give back'; order: string }
  | { do: 'call'; portion: string; result: string; note?: string }
  | { do: 'settings'; set: Partial<BusinessFacts> }
  | { do: 'clock'; to: string };

/** `refused`: the status; null: it is done. */
export type ActAnswer = { refused: number | null; [said: string]: unknown };

export type Kitchen = {
  t: TestApp;
  office: StaffClient;
  kitchen: StaffClient;
  packer: StaffClient;
  driver: StaffClient;
  meals: Map<string, { id: number; facts: MealRequest }>;
  orders: Map<string, { id: number; token: string }>;
  /** For what the office reported last. */
  changeId: string | null;
  /** Told of what runs by itself. */
  passes: (door: string) => void;
};

export type Of<What extends Act['do']> = Extract<Act, { do: What }>;

export type Reply = Awaited<ReturnType<StaffClient['get']>>;

export async function openKitchen(t: TestApp): Promise<Kitchen> {
  const [office, kitchen, packer, driver] = await Promise.all([
    aStaffClient(t),
    aStaffClient(t, { role: 'kitchen' }),
    aStaffClient(t, { role: 'packer' }),
    aStaffClient(t, { role: 'driver' }),
  ]);
  const none = { meals: new Map(), orders: new Map(), changeId: null, passes: () => {} };
  return { t, office, kitchen, packer, driver, ...none };
}

export function setKitchenClock({ t }: Kitchen, local: string) {
  t.setNow(new Date(`${local}:00+10:00`).toISOString());
}

export const DONE: ActAnswer = { refused: null };

export function answerOf(reply: Reply): ActAnswer {
  const said = reply.body === '' ? {} : reply.json<Record<string, unknown>>();
  if (reply.statusCode < 300) return { ...said, refused: null };
  if (reply.statusCode >= 500) throw new Error(reply.body);
  const [clash] = (said['clashes'] ?? []) as { mealName: string; personName: string }[];
  return { ...clash, ...said, refused: reply.statusCode };
}

export function accepted(reply: Reply): Reply {
  if (reply.statusCode >= 300) throw new Error(`${reply.statusCode}: ${reply.body}`);
  return reply;
}

/** A row of a list says in itself whether it was done. */
export function answerOfRow({ ok: isDone, ...row }: { ok: boolean }): ActAnswer {
  return { ...row, refused: isDone ? null : 409 };
}

export function orderOf(k: Pick<Kitchen, 'orders'>, key: string) {
  const found = k.orders.get(key);
  if (!found) throw new Error(`no order ${key}`);
  return found;
}

export function idOf(k: Pick<Kitchen, 'meals'>, meal: string): number {
  const found = k.meals.get(meal);
  if (!found) throw new Error(`no meal ${meal}`);
  return found.id;
}

export function namedIn(k: Kitchen, { mealId, personName }: ActAnswer) {
  const meal = [...k.meals].find(([, { id }]) => id === mealId)?.[0];
  return { ...(meal && { meal }), ...(personName !== undefined && { person: personName }) };
}

/** The delivery of an order; `key@date` of one with several. */
export async function deliveryOf(k: Kitchen, which: string) {
  const [key = '', date] = which.split('@');
  const rows = await k.t.context.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.orderId, orderOf(k, key).id))
    .orderBy(deliveries.date);
  const found = date === undefined ? rows[0] : rows.find((row) => row.date === date);
  if (!found) throw new Error(`no delivery ${which}`);
  return found;
}

export function findPortion(k: Kitchen, portion: string) {
  const [order = '', personName = '', meal = ''] = portion.split('/');
  return { orderId: orderOf(k, order).id, personName, mealId: idOf(k, meal) };
}
