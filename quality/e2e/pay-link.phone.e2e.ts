/** A dinner more after paying: staff send a pay link, and the customer pays the rest on their page. */
import { eq } from 'drizzle-orm';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { DECLINED_CARD, GOOD_CARD } from '#quality/support/an-order.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { fillCard } from './order-journey.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const CLERK = { email: 'pay@redlandstable.example', password: 'mangoes and mangroves' };

test.use({
  owner: CLERK,
  expectedStatuses: [401, 402],
});

test(
  'a guest joins by phone: the link in the email opens the card form, and nothing is owed after',
  { tag: '@release' },
  async ({ page, request, app }) => {
    test.slow();
    const { orderNumber } = await householdOrders(request, { firstName: 'Winifred' });
    await signInAsStaff(page, CLERK);
    const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
    const dinner = menu.find(({ mealType }) => mealType === 'dinner')!;
    const found = await page.request.get(`/api/admin/orders?q=${orderNumber}`);
    const [order] = (await found.json()) as AdminOrderReply[];
    const { id, version, customer, orderItems } = order!;
    const { deliveryDate, mealDate } = orderItems[0]!;
    const guest = { mealId: dinner.id, mealType: 'dinner', personName: 'Guest' };
    const kept = orderItems.map(({ id: item, mealId, mealType, personName, ...dates }) => ({
      id: item,
      mealId,
      mealType,
      personName,
      deliveryDate: dates.deliveryDate,
      mealDate: dates.mealDate,
    }));
    const edited = await page.request.put(`/api/admin/orders/${id}`, {
      data: { version, customer, orderItems: [...kept, { ...guest, deliveryDate, mealDate }] },
      headers: { origin: new URL(app.url).origin },
    });
    expect(edited.status(), await edited.text()).toBe(200);
    const { owed } = (await edited.json()) as AdminOrderReply;

    await page.goto(`/admin?tab=orders&order=${id}`);
    const payment = page.getByRole('region', { name: 'Money' });
    await payment.getByRole('button', { name: `Email a pay link for $${owed}` }).click();
    await expect(payment).toContainText(
      `A link to pay $${owed} is on its way to ${customer.email}`,
    );
    expect(await listPageViolations(page)).toEqual([]);
    const textOf = async () => {
      const [email] = await app.db
        .select()
        .from(messages)
        .where(eq(messages.kind, 'order_payment_due'));
      return email?.mail?.text ?? '';
    };
    await expect.poll(textOf, { timeout: 60_000 }).toContain('#pay');
    const [link] = /https?:\/\/\S+#pay/.exec(await textOf()) ?? [];

    await page.goto(new URL(new URL(link!).pathname + new URL(link!).hash, app.url).href);
    const due = page.getByRole('region', { name: 'Still to pay' });
    await expect(due.getByRole('heading')).toHaveText(`$${owed} to pay`);
    await fillCard(page, DECLINED_CARD);
    await due.getByRole('button', { name: `Pay $${owed}` }).click();
    await expect(due).toContainText('The payment did not go through');
    expect(await listPageViolations(page)).toEqual([]);
    await fillCard(page, GOOD_CARD);
    await due.getByRole('button', { name: `Pay $${owed}` }).click();
    await expect(page.getByText('Payment received').first()).toBeVisible();
    await expect(due).toBeHidden();
    await page.getByText('More about this order').click();
    await expect(page.getByRole('heading', { name: 'What you paid' })).toBeVisible();

    expect(await app.db.$count(payments, eq(payments.orderId, id))).toBe(2);
    await page.goto(`/admin?tab=orders&order=${id}`);
    await expect(payment).toContainText('Paid by card');
    await expect(payment).not.toContainText('unpaid');
    await checkInvariants(app.db);
    await page.goto('about:blank');
  },
);
