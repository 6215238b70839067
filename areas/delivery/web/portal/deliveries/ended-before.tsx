import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useKitchenTime } from '#areas/order-book/web/use-today.ts';
import {
  type EndedAt,
  type Ending,
  isToldByDefault,
} from '#areas/delivery/rules/written-down-later.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** `isTold` null: as it is by default. */
export type EndedBefore = { at: EndedAt; isTold: boolean | null };

export const NO_TIME_KNOWN: EndedBefore = { at: 'unknown', isTold: null };

type EndedBeforeFieldsProps = {
  deliveries: readonly DeliveryReply[];
  status: Ending;
  value: EndedBefore;
  onChange: (value: EndedBefore) => void;
};

/** When deliveries of a day that has passed were left, and whether their customers hear of it now. */
export function EndedBeforeFields({ deliveries, status, value, onChange }: EndedBeforeFieldsProps) {
  const isTold = useIsTold(deliveries, status, value);
  const { at } = value;
  const minute = typeof at === 'object' ? at.minuteOfDay : null;
  const count = deliveries.length;
  return (
    <div className="grid gap-4">
      <PillChoice
        legend="When?"
        value={typeof at === 'object' ? 'at' : at}
        pills={[
          { value: 'in_window', label: 'Each in its window' },
          { value: 'at', label: 'At…' },
          { value: 'unknown', label: 'Not known' },
        ]}
        onChange={(chosen) =>
          onChange({ ...value, at: chosen === 'at' ? { minuteOfDay: 12 * 60 } : chosen })
        }
      />
      {minute !== null && (
        <TextField
          label="Time"
          type="time"
          value={clockValue(minute)}
          onChange={(event) =>
            onChange({ ...value, at: { minuteOfDay: minuteOf(event.target.value) ?? minute } })
          }
        />
      )}
      <div className="grid gap-1">
        <Switch
          label={count === 1 ? 'Tell the customer' : `Tell the customers (${count})`}
          checked={isTold}
          onChange={(checked) => onChange({ ...value, isTold: checked })}
        />
        <p className="text-sm text-ink-soft">
          {isTold
            ? 'By email: “We wrote down today that your delivery of …”, without a time.'
            : 'Nobody is told.'}
        </p>
      </div>
    </div>
  );
}

/** What is ticked until staff say otherwise. */
export function useIsTold(
  deliveries: readonly DeliveryReply[],
  status: Ending,
  { at, isTold }: EndedBefore,
): boolean {
  const { timeZone } = useConfig().business;
  const wall = useKitchenTime();
  if (isTold !== null || wall === null) return isTold ?? false;
  const slots = deliveries.map(({ date, timeSlot }) => ({ date, window: timeSlot }));
  return isToldByDefault(status, { slots, at }, { now: instantOf(wall, timeZone), timeZone });
}

function clockValue(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function minuteOf(value: string): number | null {
  const [hours, minutes] = value.split(':').map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
}
