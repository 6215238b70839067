import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TodayItemReply } from '#areas/office/calls/today.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { sendFlagSeen, todayQuery } from '#areas/office/web/portal/today-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

/** Ticks a report off that needed a person. */
export function SeenButton({ item }: { item: TodayItemReply }) {
  const mayTick = useMayDo('setDeliveryStatus');
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: sendFlagSeen,
    // A refusal says that it has changed: the list shows how it is now.
    onSettled: () => client.invalidateQueries({ queryKey: todayQuery.queryKey }),
  });
  const { id, version, label } = item;
  if (!mayTick || typeof id !== 'number' || version === undefined) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={isPending}
        aria-label={`Seen: ${label}`}
        onClick={() => mutate({ id, version })}
      >
        Seen
      </Button>
      {error && (
        <p role="alert" className="w-full text-sm font-semibold text-danger">
          {describeFailure(error)}
        </p>
      )}
    </>
  );
}
