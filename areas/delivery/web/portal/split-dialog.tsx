import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { DELIVERIES_KEY, runQuery } from '#areas/orders/web/portal/deliveries-queries.ts';
import { driversQuery, sendAssignment } from '#areas/delivery/web/portal/drivers-queries.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { countOfStops } from './describe-drivers.ts';
import { ByRange } from './split-by-range.tsx';
import { BySuburb, type Part } from './split-by-suburb.tsx';

type SplitDialogProps = {
  /** Open stops of one window, in the sequence of the run. */
  stops: readonly DeliveryReply[];
  onClose: () => void;
};

/** Who drives which stops of a window: in ranges, or by suburb. Their numbers stay. */
export function SplitDialog({ stops, onClose }: SplitDialogProps) {
  const date = stops[0]?.date ?? '';
  const { defaultWindow } = useConfig().business;
  const timeSlot = stops[0]?.timeSlot ?? defaultWindow;
  const [how, setHow] = useState<'ranges' | 'suburbs'>('ranges');
  const [parts, setParts] = useState<Part[]>([]);
  const client = useQueryClient();
  const { showToast } = useToast();
  const drivers = useQuery(driversQuery);
  const run = useQuery(runQuery(date, timeSlot));
  const assign = useMutation({
    mutationFn: sendAssignment,
    onSuccess: ({ assigned }) => {
      showToast({ title: `${countOfStops(assigned)} given out`, tone: 'success' });
      onClose();
    },
    onError: (error) =>
      showToast({ title: 'Nothing changed', description: describeFailure(error), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: DELIVERIES_KEY }),
  });
  const error = drivers.error ?? run.error;
  const isKnown = drivers.data && run.data;
  return (
    <ConfirmDialog
      open
      title={`Drivers, ${windowLabel(timeSlot)}`}
      confirmLabel="Give out"
      isDestructive={false}
      busy={assign.isPending}
      isConfirmable={Boolean(isKnown) && parts.length > 0}
      onConfirm={() =>
        run.data && assign.mutate({ date, timeSlot, version: run.data.version, parts })
      }
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <PillChoice
          legend="Split by"
          value={how}
          pills={[
            { value: 'ranges', label: 'Stop numbers' },
            { value: 'suburbs', label: 'Suburb' },
          ]}
          onChange={(next) => {
            setHow(next);
            setParts([]);
          }}
        />
        {error && (
          <Notice tone="error" announce="polite" title="We couldn’t load the drivers">
            <p>{describeFailure(error)}</p>
            <Button
              variant="secondary"
              size="small"
              onClick={() => void Promise.all([drivers.refetch(), run.refetch()])}
            >
              Try again
            </Button>
          </Notice>
        )}
        {!isKnown && !error && <Skeleton className="h-32 w-full" />}
        {isKnown && how === 'ranges' && (
          <ByRange stops={stops} drivers={drivers.data} onChange={setParts} />
        )}
        {isKnown && how === 'suburbs' && (
          <BySuburb stops={stops} drivers={drivers.data} onChange={setParts} />
        )}
        <p className="text-sm text-ink-soft">
          Numbers stay: bag 23 is 23 in either van. What nobody drives, every driver sees.
        </p>
      </div>
    </ConfirmDialog>
  );
}
