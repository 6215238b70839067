import type { TodayItemReply } from '#areas/office/calls/today.ts';
import { sendFlagSeen, todayQuery } from '#areas/office/web/portal/today-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

/** Ticks a report off that needed a person. */
export function SeenButton({ item }: { item: TodayItemReply }) {
  const mayTick = useMayDo('setDeliveryStatus');
  // A refusal says that it has changed: the list shows how it is now.
  const seen = useChange(sendFlagSeen, { refresh: [{ queryKey: todayQuery.queryKey }] });
  const { id, version, label } = item;
  if (!mayTick || typeof id !== 'number' || version === undefined) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={seen.isBusy}
        aria-label={`Seen: ${label}`}
        onClick={() => seen.run({ id, version })}
      >
        Seen
      </Button>
      {seen.failure && (
        <p role="alert" className="w-full text-sm font-semibold text-danger">
          {seen.failure.message}
        </p>
      )}
    </>
  );
}
