import { daysBetween, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  type AskedShopping,
  shoppingFileAddress,
  shoppingPrintout,
} from '#areas/kitchen/web/portal/shopping-queries.ts';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import type { Shop } from './use-shopping.ts';

/** Which deliveries the list is for, and the list on paper and as a file. */
export function ShoppingBar({ asked, shop }: { asked: AskedShopping; shop: Shop }) {
  const { view, setForecast, step, choose } = shop;
  const { showToast } = useToast();
  const printing = useSendToPrinter({ saved: 'Shopping List Downloaded', tell: showToast });
  const days = daysBetween(asked.from, asked.to) + 1;
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <h2 className="text-xl">
        For deliveries {formatDayAndMonth(asked.from)} to {formatDayAndMonth(asked.to)}
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <Switch
          label="Add the forecast"
          checked={asked.forecast !== 'off'}
          onChange={(isOn) => setForecast(isOn ? 'on' : 'off')}
        />
        <Button variant="quiet" size="small" onClick={() => step(-days)}>
          Earlier
        </Button>
        <DateField label="From" value={asked.from} onChange={(date) => choose('from', date)} />
        <DateField label="To" value={asked.to} onChange={(date) => choose('to', date)} />
        <Button variant="quiet" size="small" onClick={() => step(days)}>
          Later
        </Button>
        <a className={buttonClass('secondary', 'small')} href={shoppingFileAddress(asked)}>
          Download CSV
        </a>
        <Button
          variant="secondary"
          size="small"
          busy={printing.isPending}
          busyLabel="Printing…"
          onClick={() =>
            printing.mutate(shoppingPrintout(asked, { by: view === 'area' ? 'area' : 'supplier' }))
          }
        >
          Print all
        </Button>
      </div>
    </div>
  );
}
