import type { ClosureReply } from '#areas/delivery/calls/incidents.ts';
import { parseDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { IncidentChoice } from '#areas/order-book/rules/incident.ts';
import { windowName } from '#areas/order-book/rules/spread-deliveries.ts';
import type { IncidentChoiceBody } from '#areas/delivery/web/portal/incidents-queries.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';

type Target = ClosureReply['rows'][number]['to'];
type Place = ClosureReply['places'][number];

type ChoiceFieldProps = {
  /** Whom it is about. */
  label: string;
  choice: IncidentChoice;
  to: Target;
  places: readonly Place[];
  mayRefund: boolean;
  onChoose: (value: string) => void;
};

/** What becomes of one delivery: a window with a place, its money back, or nothing. */
export function ChoiceField({ label, choice, to, places, mayRefund, onChoose }: ChoiceFieldProps) {
  const value = choice === 'move' && to ? `${to.date} ${to.timeSlot}` : choice;
  return (
    <select
      aria-label={`What happens to ${label}`}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className={classNames(CONTROL_CLASS, 'min-w-0')}
    >
      {places.map((place) => (
        <option key={`${place.date} ${place.timeSlot}`} value={`${place.date} ${place.timeSlot}`}>
          {`To ${windowName({ date: place.date, window: place.timeSlot })} (${placesText(place)})`}
        </option>
      ))}
      {(mayRefund || choice === 'refund') && <option value="refund">Refund</option>}
      <option value="leave">Leave as it is</option>
    </select>
  );
}

function placesText({ free, taken }: Place): string {
  const left = Math.max(0, free - taken);
  return `${left} left`;
}

/** What was picked in the field, as it is sent. */
export function toChoice(id: number, value: string): IncidentChoiceBody {
  const [date = '', window = ''] = value.split(' ');
  const timeSlot = parseDeliveryWindow(window);
  if (timeSlot) return { id, choice: 'move', date, timeSlot };
  return { id, choice: value === 'refund' ? 'refund' : 'leave' };
}
