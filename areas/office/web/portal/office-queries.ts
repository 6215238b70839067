import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  answerFirstHour,
  type CodedStep,
  confirmCode,
  getFirstHour,
  getTestLabel,
  sendTestEmail,
  type FirstHourReply,
} from '#areas/office/calls/first-hour.ts';
import { checkConnection } from '#areas/office/calls/connections.ts';
import type { FirstHourStep } from '#areas/office/rules/first-hour.ts';
import { addressOf, call, callForFile } from '#platform/web/api/client.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';

const QUARTER_MINUTE_MS = 15_000;

/** Polled while shown: a test order comes from elsewhere. */
export const firstHourQuery = queryOptions({
  queryKey: ['first hour'],
  queryFn: ({ signal }) => call(getFirstHour, { signal }),
  staleTime: 0,
  refetchInterval: QUARTER_MINUTE_MS,
});

export function sendAnswer(step: FirstHourStep, answer: 'later' | 'now' | 'right') {
  return call(answerFirstHour, { params: { step }, body: { answer } });
}

export async function sendCardCheck() {
  await call(checkConnection, { params: { kind: 'cards' } });
  return call(getFirstHour, {});
}

export function sendTestEmailNow() {
  return call(sendTestEmail, {});
}

export function sendCode(step: CodedStep, code: string) {
  return call(confirmCode, { body: { step, code } });
}

export function testLabelSource(): PrintoutSource {
  const address = addressOf(getTestLabel, {});
  return { load: () => callForFile(getTestLabel, {}), address, previewAddress: address };
}

/** Every change answers with the whole checklist as it is then. */
export function useFirstHourChange<Sent = void>(send: (sent: Sent) => Promise<FirstHourReply>) {
  const client = useQueryClient();
  return useChange(async (sent: Sent) => {
    const firstHour = await send(sent);
    // A reply that is under way knows less.
    await client.cancelQueries({ queryKey: firstHourQuery.queryKey });
    client.setQueryData(firstHourQuery.queryKey, firstHour);
  });
}
