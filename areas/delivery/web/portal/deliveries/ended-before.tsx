import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { readTime, showTime } from '#areas/places/web/portal/settings/typed-values.ts';
import { useKitchenTime } from '#areas/order-book/web/use-today.ts';
import {
  type EndedAt,
  type Ending,
  isToldByDefault,
} from '#areas/delivery/rules/driver-reports.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** `isTold` null: as it is by default. */
export type EndedBefore = { at: EndedAt; isTold: boolean | null };

export const NO_TIME_KNOWN: EndedBefore = { at: 'unknown', isTold: null };

/** For a day that has passed, or of today. */
export type Ended = {
  delivery: Pick<DeliveryReply, 'date' | 'timeSlot'>;
  status: Ending;
  /** For this one alone. */
  minuteOfDay?: number;
};

type EndedBeforeFieldsProps = {
  ended: readonly Ended[];
  value: EndedBefore;
  onChange: (value: EndedBefore) => void;
};

/** When deliveries of a day that has passed were left, and whether their customers hear of it now. */
export function EndedBeforeFields({ ended, value, onChange }: EndedBeforeFieldsProps) {
  const told = useCountTold(ended, value);
  const { at, isTold } = value;
  const minute = typeof at === 'object' ? at.minuteOfDay : null;
  const count = ended.length;
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
          value={showTime(minute)}
          onChange={({ target }) => {
            const typed = readTime(target.value);
            if (!Number.isNaN(typed)) onChange({ ...value, at: { minuteOfDay: typed } });
          }}
        />
      )}
      <div className="grid gap-1">
        <Switch
          label={count === 1 ? 'Tell the customer' : `Tell the customers (${count})`}
          checked={isTold ?? told > 0}
          onChange={(checked) => onChange({ ...value, isTold: checked })}
        />
        <p className="text-sm text-ink-soft">{toldText(told, count)}</p>
      </div>
    </div>
  );
}

function toldText(told: number, count: number): string {
  if (told === 0) return 'Nobody is told.';
  const who = told === count ? '' : ` To ${told} of ${count}: for the others it is no longer news.`;
  return `By email: “We wrote down today that your delivery of …”, without a time.${who}`;
}

/** How many customers hear of it: as staff say, else those for whom it is news. */
function useCountTold(ended: readonly Ended[], { at, isTold }: EndedBefore): number {
  const { timeZone } = useConfig().business;
  const wall = useKitchenTime();
  if (isTold !== null) return isTold ? ended.length : 0;
  if (wall === null) return 0;
  const now = instantOf(wall, timeZone);
  return ended.filter(({ delivery: { date, timeSlot }, status, minuteOfDay }) =>
    isToldByDefault(
      status,
      {
        slots: [{ date, window: timeSlot }],
        at: minuteOfDay === undefined ? at : { minuteOfDay },
      },
      { now, timeZone },
    ),
  ).length;
}
