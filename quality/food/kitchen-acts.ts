/** What customers and staff do about food, each through the door that they have: cases and sequences of steps are made of these. */
import { sql } from 'drizzle-orm';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { day } from '#quality/support/an-order.ts';
import { renewSite } from '#quality/support/empty-business.ts';
import { removeMeals } from '#quality/support/remove-meals.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/test-app.ts';
import { check, move, reportStep, tick, tickPortions } from '#quality/food/bench-acts.ts';
import {
  answerOf,
  DONE,
  accepted,
  orderOf,
  answerOfRow,
  setKitchenClock,
  type Act,
  type ActAnswer,
  type CaseMeal,
  type Kitchen,
} from '#quality/food/kitchen.ts';
import { newMeal, saveMeal } from '#quality/food/meal-acts.ts';
import { runDoor } from '#quality/food/run-door.ts';
import { callAbout, edit, order, settle } from '#quality/food/order-acts.ts';

const OF_THE_MINUTE = ['job follow_food', 'job give_back_undecided'];

/** No order, these meals in their first version, and Tuesday 8am. */
export async function restart(k: Kitchen, menu: Record<string, CaseMeal>): Promise<void> {
  await k.t.clearOrders();
  await k.t.context.db.execute(sql`delete from messages`);
  await k.t.context.db.execute(sql`delete from settings where key = 'business'`);
  await renewSite(k.t.context);
  await removeMeals(k.t.context.db);
  k.meals.clear();
  k.orders.clear();
  k.changeId = null;
  k.t.setNow(AN_ORDINARY_WEDNESDAY);
  for (const [meal, set] of Object.entries(menu)) {
    const { refused, ...said } = await act(k, { do: 'new meal', meal, set });
    if (refused !== null) throw new Error(`${meal} was refused: ${JSON.stringify(said)}`);
  }
  setKitchenClock(k, `${day(0)}T08:00`);
}

export async function act(k: Kitchen, one: Act): Promise<ActAnswer> {
  switch (one.do) {
    case 'order':
      return order(k, one);
    case 'save meal':
      return saveMeal(k, one);
    case 'new meal':
      return newMeal(k, one);
    case 'tick':
      return tick(k, one);
    case 'status':
      return reportStep(k, one);
    case 'undo': {
      const reply = await k.office.post('/api/admin/deliveries/undo', { changeId: k.changeId });
      return answerOfRow(accepted(reply).json().results[0]);
    }
    case 'portions ticked':
      return tickPortions(k, one);
    case 'check':
      return check(k, one);
    case 'move':
      return move(k, one);
    case 'edit':
      return edit(k, one);
    case 'settle':
      return settle(k, one);
    case 'cancel':
      return answerOf(await k.office.delete(`/api/admin/orders/${orderOf(k, one.order).id}`));
    case 'reopen': {
      const address = `/api/admin/orders/${orderOf(k, one.order).id}/status`;
      return answerOf(await k.office.put(address, { status: 'confirmed' }));
    }
    case 'keep':
    case 'give back': {
      const decision = one.do === 'keep' ? 'keep' : 'refund';
      const address = `/api/admin/payments/orders/${orderOf(k, one.order).id}/${decision}`;
      return answerOf(await k.office.post(address, {}));
    }
    case 'settings': {
      const now = accepted(await k.office.get('/api/admin/settings')).json<object>();
      return answerOf(await k.office.put('/api/admin/settings', { ...now, ...one.set }));
    }
    case 'call':
      return callAbout(k, one);
    case 'clock':
      // What was told before goes out in time.
      k.t.advanceMinutes(1);
      await sendMessages(k.t.context);
      setKitchenClock(k, one.to);
      await sendMessages(k.t.context);
      for (const job of OF_THE_MINUTE) await runDoor(k, job);
      return DONE;
  }
}
