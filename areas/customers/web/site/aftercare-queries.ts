import { MINUTE_MS } from '#platform/rules/durations.ts';
import { callQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import { findOrder } from '#areas/customers/calls/find-order.ts';
import {
  getAftercare,
  reportProblem,
  uploadProblemPhoto,
  getRatingEmails,
  rateMeals,
  stopRatingEmails,
} from '#areas/customers/calls/aftercare.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

export const sendFindOrder = (body: z.input<typeof findOrder.body>) => call(findOrder, { body });

/** What the customer of an order may rate and complain about. */
export function aftercareQuery(token: string) {
  return callQuery(
    ['aftercare', token],
    getAftercare,
    { params: { token } },
    { refetchInterval: MINUTE_MS },
  );
}

export type SentRatings = z.input<typeof rateMeals.body>;

export const sendRatings = (token: string, body: SentRatings) =>
  call(rateMeals, { params: { token }, body });

export const sendProblem = (token: string, body: z.input<typeof reportProblem.body>) =>
  call(reportProblem, { params: { token }, body });

/** The photo is the body itself. */
export async function sendProblemPhoto(token: string, photo: Blob): Promise<{ id: string }> {
  const address = uploadProblemPhoto.path.replace(':token', encodeURIComponent(token));
  const response = await fetch(address, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': photo.type || 'application/octet-stream' },
    body: photo,
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), null);
  // Written by our own server.
  return (await response.json()) as { id: string };
}

export function ratingEmailsQuery(token: string) {
  return callQuery(['rating-emails', token], getRatingEmails, { query: { token } });
}

export const sendStopRatingEmails = (token: string) => call(stopRatingEmails, { query: { token } });
