import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { countChangesText, mealChangesText } from '#areas/printouts/rules/printout-state.ts';
import { changeSlipSource, labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { DownloadButton, PrintButton } from '#areas/printouts/web/printout-buttons.tsx';

/** What has changed since a printout was made, and buttons to print just that. */
export function StalePrintout({ printout }: { printout: PrintoutReply }) {
  const formatInstant = useFormatInstant();
  const since =
    printout.slipPrintedAt && ` since its slip of ${formatInstant(printout.slipPrintedAt)}`;
  const slip = { about: `for the ${printoutName(printout)}`, saved: 'Change Slip Downloaded' };
  const source = changeSlipSource(printout.id);
  const orderIds = ordersToLabel(printout);
  const labels = labelsSource({ date: printout.date, orderIds, kind: 'all' });
  const labelWords = { about: slip.about, saved: 'Label Downloaded' };
  return (
    <Notice
      tone="warning"
      announce="polite"
      title={`${printoutName(printout)} of ${formatInstant(printout.printedAt)} is out of date`}
    >
      <p>
        {countChangesText(printout.orders.length, printout.work.length)}{' '}
        {printout.orders.length + printout.work.length === 1 ? 'has' : 'have'} changed{since}
        {printout.meals.length > 0 && (
          <>
            : <strong>{mealChangesText(printout.meals)}</strong>
          </>
        )}
      </p>
      {printout.work.length > 0 && (
        <ul aria-label="Pots and trays">
          {printout.work.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {printout.orders.length > 0 && (
        <details>
          <summary className="cursor-pointer content-center font-semibold underline underline-offset-4 max-md:min-h-11">
            Order by order
          </summary>
          <OrderChanges orders={printout.orders} />
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        <PrintButton source={source} {...slip} variant="primary">
          Print change slip
        </PrintButton>
        <DownloadButton source={source} {...slip}>
          Change slip PDF
        </DownloadButton>
        {orderIds.length > 0 && (
          <>
            <PrintButton source={labels} {...labelWords}>
              Print replacement labels
            </PrintButton>
            <DownloadButton source={labels} {...labelWords}>
              Replacement labels PDF
            </DownloadButton>
          </>
        )}
      </div>
    </Notice>
  );
}

/** No labels for changes to a run sheet, which says nothing about food, or for removed meals. */
function ordersToLabel({ kind, format, orders }: PrintoutReply): number[] {
  if (kind === 'run_sheet' || format === 'csv') return [];
  const ids = orders.filter((order) => order.kind !== 'removed').map(({ orderId }) => orderId);
  return [...new Set(ids)];
}

const KIND_WORDS = { added: 'New', changed: 'Changed', removed: 'Removed' } as const;

function OrderChanges({ orders }: Pick<PrintoutReply, 'orders'>) {
  return (
    <ul className="grid gap-2 py-1">
      {orders.map((order) => (
        <li key={`${order.orderId} ${order.window} ${order.kind}`}>
          <p className="flex flex-wrap gap-x-2">
            <strong>{KIND_WORDS[order.kind]}</strong>
            <OrderLink id={order.orderId} orderNumber={order.orderNumber} />
            <span>
              {order.customerName}, {windowLabel(order.window)}
            </span>
          </p>
          <ul className="text-sm">
            {order.lines.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const NAMES: Record<PrintoutReply['kind'], string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
};

/** "Run sheet 11am-1pm (CSV)". */
export function printoutName({ kind, window, format }: PrintoutReply): string {
  return [
    NAMES[kind],
    ...(window === null ? [] : [windowLabel(window)]),
    ...(format === 'csv' ? ['(CSV)'] : []),
  ].join(' ');
}
