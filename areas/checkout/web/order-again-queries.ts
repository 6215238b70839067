import { callQuery } from '#platform/web/api/call-query.ts';
import {
  getOrderAgain,
  getReminders,
  setReminder,
  stopReminders,
} from '#areas/checkout/calls/order-again.ts';
import { call } from '#platform/web/api/client.ts';

/** What it takes to order the same again, and whether a reminder is asked for. */
export function orderAgainQuery(token: string) {
  return callQuery(['order-again', token], getOrderAgain, { params: { token } });
}

export const sendReminder = (token: string, isAsked: boolean) =>
  call(setReminder, { params: { token }, body: { isAsked } });

export function remindersQuery(token: string) {
  return callQuery(['reminders', token], getReminders, { query: { token } });
}

export const sendStopReminders = (token: string) => call(stopReminders, { query: { token } });
