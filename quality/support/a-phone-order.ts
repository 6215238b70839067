/** Orders that staff take for callers, and what callers do with their link: all by HTTP. */
import { randomUUID } from 'node:crypto';
import type { PayPageReply, PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { StaffClient } from '#quality/support/a-paid-order.ts';
import { anOrder, menuOf, priced } from '#quality/support/an-order.ts';
import type { TestApp } from '#quality/support/test-app.ts';

/** What the clerk has in the wizard: valid and priced. */
export async function aCall(
  test: TestApp,
  change: Partial<PreparedOrder> = {},
): Promise<PreparedOrder> {
  return priced(test, anOrder(await menuOf(test), { cartKey: randomUUID(), ...change }));
}

export function send(clerk: StaffClient, orderData: PreparedOrder, sendBy?: string) {
  return clerk.post('/api/admin/phone-orders', { orderData, ...(sendBy && { sendBy }) });
}

export async function aPhoneOrder(
  test: TestApp,
  clerk: StaffClient,
  change: Partial<PreparedOrder> = {},
): Promise<PhoneOrderReply & { token: string }> {
  const reply = await send(clerk, await aCall(test, change));
  if (reply.statusCode !== 200) throw new Error(`the phone order was refused: ${reply.body}`);
  const taken = reply.json<PhoneOrderReply>();
  return { ...taken, token: tokenIn(taken.link ?? '') };
}

export function tokenIn(link: string): string {
  return /\/pay\/([\w-]+)$/.exec(link)?.[1] ?? '';
}

export async function payPage({ app }: TestApp, token: string): Promise<PayPageReply> {
  const reply = await app.inject(`/api/pay/${token}`);
  if (reply.statusCode !== 200) throw new Error(`no pay page: ${reply.body}`);
  return reply.json<PayPageReply>();
}

export function openPayment({ app }: TestApp, token: string) {
  return app.inject({ method: 'POST', url: `/api/pay/${token}` });
}

export async function anOpenedPayment(test: TestApp, token: string): Promise<CheckoutReply> {
  const reply = await openPayment(test, token);
  if (reply.statusCode !== 200) throw new Error(`the payment was not opened: ${reply.body}`);
  return reply.json<CheckoutReply>();
}
