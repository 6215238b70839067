import { callQuery } from '#platform/web/api/call-query.ts';
import {
  getOrderAgain,
  getReminders,
  setReminder,
  stopReminders,
} from '#areas/checkout/calls/order-again.ts';
import { call } from '#platform/web/api/client.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

export function orderAgainQuery(token: string) {
  return callQuery(['order-again', token], getOrderAgain, { params: { token } });
}

const sendReminder = (token: string, isAsked: boolean) =>
  call(setReminder, { params: { token }, body: { isAsked } });

export function remindersQuery(token: string) {
  return callQuery(['reminders', token], getReminders, { query: { token } });
}

export const sendStopReminders = (token: string) => call(stopReminders, { query: { token } });

/** "Remind me next week", never ticked for anyone. Nothing where no email would go, or none can be asked for any more. */
export function ReminderBox({ token }: { token: string }) {
  const { sendsMail } = useConfig();
  const queries = useQueryClient();
  const formatInstant = useFormatInstant();
  const again = orderAgainQuery(token);
  const { data } = useQuery({ ...again, enabled: sendsMail });
  const asking = useMutation({
    mutationFn: (isAsked: boolean) => sendReminder(token, isAsked),
    onSuccess: (reminder) =>
      queries.setQueryData(again.queryKey, (known) => known && { ...known, reminder }),
  });
  if (!data?.reminder.canAsk) return null;
  const { isAsked, at } = data.reminder;
  const isTicked = asking.isPending ? asking.variables : isAsked;
  return (
    <div className="grid justify-items-start gap-2">
      <CheckChip checked={isTicked} onToggle={() => !asking.isPending && asking.mutate(!isTicked)}>
        Remind me next week
      </CheckChip>
      <p className="text-sm text-ink-soft" role="status">
        {isAsked
          ? `We’ll email ${data.customer.email} once, around ${formatInstant(at)}. Untick to stop it.`
          : `One email to ${data.customer.email} when you can order for the next week. No others.`}
      </p>
      {asking.error && (
        <Notice tone="error" announce="now">
          {describeFailure(asking.error)}
        </Notice>
      )}
    </div>
  );
}
