import { useQuery } from '@tanstack/react-query';
import { allOf, Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { DELIVERIES_KEY, runQuery } from '#areas/orders/web/portal/deliveries-queries.ts';
import { driversQuery, sendAssignment } from '#areas/delivery/web/portal/drivers-queries.ts';
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
  const drivers = useQuery(driversQuery);
  const run = useQuery(runQuery(date, timeSlot));
  const assign = useChange(sendAssignment, {
    says: ({ assigned }) => ({ title: `${countOfStops(assigned)} given out`, tone: 'success' }),
    onDone: onClose,
    refresh: [{ queryKey: DELIVERIES_KEY }],
  });
  return (
    <ActionDialog
      title={`Drivers, ${windowLabel(timeSlot)}`}
      act="Give out"
      change={assign}
      failureTitle="Nothing changed"
      isReady={run.data !== undefined && parts.length > 0}
      go={() => run.data && assign.run({ date, timeSlot, version: run.data.version, parts })}
      onClose={onClose}
    >
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
      <Loaded query={allOf(drivers, run)} what="the drivers">
        {([known]) =>
          how === 'ranges' ? (
            <ByRange stops={stops} drivers={known} onChange={setParts} />
          ) : (
            <BySuburb stops={stops} drivers={known} onChange={setParts} />
          )
        }
      </Loaded>
      <p className="text-sm text-ink-soft">
        Numbers stay: bag 23 is 23 in either van. What nobody drives, every driver sees.
      </p>
    </ActionDialog>
  );
}
