import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { MOST_ORDERS_AT_ONCE } from '#areas/orders/calls/order-bulk.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { loadOrdersFile } from '#areas/orders/web/portal/order-bulk-queries.ts';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { useSavePrintout } from '#areas/printouts/web/use-printout.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TickBar } from '#platform/web/portal/tick-bar.tsx';
import type { TickedRows } from '#platform/web/portal/use-ticked-rows.ts';
import type { ShownSlots } from './describe-many.ts';
import { type ManyAction, ManyDialogs } from './many-dialogs.tsx';

type OrderTickBarProps = {
  ticked: TickedRows;
  /** Those that are ticked and shown. */
  chosen: readonly AdminOrderReply[];
  shown: ShownSlots;
};

/** What can be done with all ticked orders at once, by whoever may. */
export function OrderTickBar({ ticked, chosen, shown }: OrderTickBarProps) {
  const [action, setAction] = useState<ManyAction | null>(null);
  const maySetStatus = useMayDo('setOrderStatus');
  const mayPrint = useMayDo('makePrintouts');
  const mayMessage = useMayDo('messageCustomers');
  const mayMove = useMayDo('moveDeliveries');
  const mayExport = useMayDo('manageSystem');
  const isTooMany = chosen.length > MOST_ORDERS_AT_ONCE;
  const open = (kind: ManyAction['kind']) => () => setAction({ kind, orders: chosen });
  return (
    <>
      {(chosen.length > 0 || ticked.hidden > 0) && (
        <TickBar
          label="Ticked orders"
          count={chosen.length}
          hidden={ticked.hidden}
          onClear={ticked.clear}
        >
          {isTooMany ? (
            <p className="text-sm">At most {MOST_ORDERS_AT_ONCE} at once: untick some.</p>
          ) : (
            <>
              {maySetStatus && <BarButton label="Status…" onPress={open('status')} />}
              {mayMessage && <BarButton label="Message…" onPress={open('message')} />}
              {mayMove && <BarButton label="Move…" onPress={open('move')} />}
              {mayPrint && <LabelsButton ids={ticked.chosen} date={shown.deliveryDate} />}
              {mayExport && <ExportButton ids={ticked.chosen} />}
            </>
          )}
        </TickBar>
      )}
      <ManyDialogs
        action={action}
        shown={shown}
        onFinished={(stayed) => {
          setAction(null);
          ticked.reduceTo((id) => stayed.has(id));
        }}
        onClose={() => setAction(null)}
      />
    </>
  );
}

type BarButtonProps = { label: string; isBusy?: boolean; onPress: () => void };

function BarButton({ label, isBusy = false, onPress }: BarButtonProps) {
  return (
    <Button variant="secondary" size="small" busy={isBusy} onClick={onPress}>
      {label}
    </Button>
  );
}

/** One file in the sequence of the runs; in a list of one day, only of that day. */
function LabelsButton({ ids, date }: { ids: readonly number[]; date: PlainDate }) {
  const { showToast } = useToast();
  const source = labelsSource({ orderIds: ids, kind: 'all', ...(date !== '' && { date }) });
  const save = useSavePrintout({ source, saved: 'Labels Downloaded', tell: showToast });
  return (
    <BarButton
      label={date === '' ? 'Labels' : `Labels of ${formatDayAndMonth(date)}`}
      isBusy={save.isBusy}
      onPress={() => save.run()}
    />
  );
}

function ExportButton({ ids }: { ids: readonly number[] }) {
  const load = useChange(() => loadOrdersFile(ids), { onDone: saveFile, toastsFailure: true });
  return <BarButton label="Export CSV" isBusy={load.isBusy} onPress={() => load.run()} />;
}
