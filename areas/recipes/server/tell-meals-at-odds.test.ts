import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { tellMealsAtOdds } from './today-rows.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let owner: StaffClient;
let first: MealReply;
let second: MealReply;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  owner = await aStaffClient(t);
  await aStaffClient(t, { role: 'manager' });
  [first, second] = (await menuOf(t)) as [MealReply, MealReply];
});
afterAll(() => t.close());
beforeEach(() => t.context.db.delete(messages));

/** As an import or an older release writes it: by no save that asks. */
const write = ({ id, ingredients }: MealReply, more: string) =>
  t.context.db
    .update(meals)
    .set({ ingredients: `${ingredients}${more}` })
    .where(eq(meals.id, id));

async function emails() {
  await tellMealsAtOdds(t.context);
  while ((await sendMessages(t.context)) > 0);
  const rows = await t.context.db.select().from(messages).where(eq(messages.kind, 'meals_at_odds'));
  return rows.map(({ recipient, mail }) => ({
    recipient,
    subject: mail?.subject,
    text: mail?.text.replaceAll(/\s+/gu, ' '),
  }));
}

test('owners get one email for all meals that went off the menu, once for what is wrong with each', async () => {
  expect(await emails()).toEqual([]);
  await write(first, ' Lupin flour.');
  await write(second, ' Lupin flour.');
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    recipient: owner.staff.email,
    subject: '2 meals are not on the menu',
  });
  for (const { name } of [first, second])
    expect(email?.text).toContain(`${name}: The ingredients name lupin.`);
  expect(email?.text).toContain('/admin?tab=meals');
  t.advanceMinutes(60);
  expect(await emails()).toHaveLength(1);
  await write(first, ' Lupin flour, almonds.');
  t.advanceMinutes(60);
  expect((await emails()).map(({ subject }) => subject)).toEqual([
    '2 meals are not on the menu',
    `${first.name} is not on the menu`,
  ]);
});

test('two processes that look at once tell of it once', async () => {
  await write(second, ' Sesame seeds, lupin.');
  await Promise.all([tellMealsAtOdds(t.context), tellMealsAtOdds(t.context)]);
  const told = await t.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'meal.at_odds'));
  expect(told.filter(({ after }) => JSON.stringify(after).includes('sesame'))).toHaveLength(1);
});
