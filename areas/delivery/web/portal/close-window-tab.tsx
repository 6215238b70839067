import { isPlainDate } from '#platform/rules/plain-date.ts';
import { inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { isDeliveryWindow } from '#areas/business/rules/parse-window.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { ChooseWindow } from './choose-window.tsx';
import { IncidentPlan } from './incident-plan.tsx';
import { IncidentResult } from './incident-result.tsx';

/** A window that is not driven: its sale stops, everyone in it is decided on, and the result shows how it went. */
export function CloseWindowTab() {
  const [params] = useSearchParams();
  const date = params.get('date') ?? '';
  const id = Number(params.get('incident'));
  const asked = (params.get('window') ?? '').split(',');
  const windows = inTimeOrder(asked.filter(isDeliveryWindow));
  return (
    <div className="grid gap-5 py-5">
      {id > 0 ? (
        <IncidentResult key={id} id={id} />
      ) : isPlainDate(date) && windows.length > 0 ? (
        <IncidentPlan key={`${date} ${windows.join(' ')}`} date={date} windows={windows} />
      ) : (
        <ChooseWindow date={isPlainDate(date) ? date : null} />
      )}
    </div>
  );
}
