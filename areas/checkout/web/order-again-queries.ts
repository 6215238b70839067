import { queryOptions } from '@tanstack/react-query';
import {
  getOrderAgain,
  getReminders,
  setReminder,
  stopReminders,
} from '#areas/checkout/calls/order-again.ts';
import { call } from '#platform/web/api/client.ts';

/** What it takes to order the same again, and whether a reminder is asked for. */
export function orderAgainQuery(token: string) {
  return queryOptions({
    queryKey: ['order-again', token],
    queryFn: ({ signal }) => call(getOrderAgain, { params: { token }, signal }),
  });
}

export const sendReminder = (token: string, isAsked: boolean) =>
  call(setReminder, { params: { token }, body: { isAsked } });

export function remindersQuery(token: string) {
  return queryOptions({
    queryKey: ['reminders', token],
    queryFn: ({ signal }) => call(getReminders, { query: { token }, signal }),
  });
}

export const sendStopReminders = (token: string) => call(stopReminders, { query: { token } });
