import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HandOverReply } from '#areas/delivery/calls/drivers.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { stopNumbers } from '#areas/delivery/rules/driver-reports.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import {
  driversQuery,
  handOverPreviewQuery,
  sendHandOver,
} from '#areas/delivery/web/portal/drivers-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { countOfStops, type DriverCount } from './describe-drivers.ts';

type HandOverDialogProps = { from: DriverCount; date: PlainDate; onClose: () => void };

const MOST_DRIVERS = 2;

/** A driver can't go on: to whom the rest goes. Their phone need not be reached. */
export function HandOverDialog({ from, date, onClose }: HandOverDialogProps) {
  const [to, setTo] = useState<readonly string[]>([]);
  const client = useQueryClient();
  const { showToast } = useToast();
  const drivers = useQuery(driversQuery);
  const ask = { date, from: from.id, to: [...to] };
  const preview = useQuery({ ...handOverPreviewQuery(ask), enabled: to.length > 0 });
  const give = useMutation({
    mutationFn: sendHandOver,
    onSuccess: ({ stops }) => {
      showToast({ title: `${countOfStops(stops.length)} handed over`, tone: 'success' });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reply?.code === 'preview_changed')
        void preview.refetch();
      showToast({ title: 'Nothing changed', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: DELIVERIES_KEY }),
  });
  const data = to.length > 0 ? preview.data : undefined;

  function toggle(id: string) {
    if (to.includes(id)) setTo(to.filter((one) => one !== id));
    else setTo([...to, id].slice(-MOST_DRIVERS));
  }
  return (
    <ConfirmDialog
      open
      title={`Hand over the rest of ${from.name}`}
      confirmLabel={data ? `Hand over ${data.stops.length}` : 'Hand over'}
      isDestructive={false}
      busy={give.isPending}
      busyLabel="Handing over…"
      isConfirmable={data !== undefined && data.stops.length > 0 && !preview.isFetching}
      onConfirm={() => data && give.mutate({ ...ask, previewHash: data.previewHash })}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <fieldset className="grid gap-2">
          <legend className="pb-2 font-semibold">To whom? One, or two who share it</legend>
          {drivers.data && (
            <div className="flex flex-wrap gap-2">
              {drivers.data
                .filter(({ id }) => id !== from.id)
                .map(({ id, name }) => (
                  <CheckChip key={id} checked={to.includes(id)} onToggle={() => toggle(id)}>
                    {name}
                  </CheckChip>
                ))}
            </div>
          )}
          {drivers.data?.length === 1 && <p>Nobody else may drive. Invite a driver on Staff.</p>}
          {drivers.isPending && <Skeleton className="h-11 w-full" />}
          {drivers.error && (
            <Failure error={drivers.error} onRetry={() => void drivers.refetch()} />
          )}
        </fieldset>
        {to.length > 0 && preview.error && !preview.isFetching && (
          <Failure error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {to.length > 0 && preview.isFetching && (
          <div role="status">
            <span className="sr-only">Working it out</span>
            <Skeleton className="h-20 w-full" />
          </div>
        )}
        {data && !preview.isFetching && <Outcome {...data} />}
      </div>
    </ConfirmDialog>
  );
}

function Outcome({ from, lastReportAt, stops }: HandOverReply) {
  const formatInstant = useFormatInstant();
  const toAsk = stops.filter(({ isMaybeDone }) => isMaybeDone).map(({ stop }) => stop);
  const parts = [...Map.groupBy(stops, ({ to, timeSlot }) => `${to.name}|${timeSlot}`).values()];
  return (
    <section aria-label="What happens" className="grid gap-2 rounded-2xl bg-sunken px-4 py-3">
      {toAsk.length > 0 && (
        <p className="font-bold text-danger">
          Ask {from.name}: {toAsk.join(', ')}?{' '}
          <span className="font-normal">
            {lastReportAt && `Last report ${formatInstant(lastReportAt)}. `}
            {toAsk.length === 1 ? 'It' : 'They'} may be delivered already.
          </span>
        </p>
      )}
      {stops.length === 0 && <p>{from.name} has no open stops.</p>}
      <ul className="grid gap-1">
        {parts.map((part) => (
          <li key={part[0]?.id}>
            {part[0] && windowLabel(part[0].timeSlot)}: {part.length === 1 ? 'stop' : 'stops'}{' '}
            {stopNumbers(part.map(({ stop }) => stop))} to{' '}
            <span className="font-semibold">{part[0]?.to.name}</span>
          </li>
        ))}
      </ul>
      <p>Numbers stay. Customers hear of it only when we will be late.</p>
    </section>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice tone="error" announce="polite" title="We couldn’t work it out">
      <p>{describeFailure(error)}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
