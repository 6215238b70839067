import { LONGEST_WAIT_NOTE, type TodayRowReply } from '#areas/office/calls/today.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { LONGEST_WAIT_DAYS } from '#areas/order-book/rules/today-rows.ts';
import { TODAY_KEY } from '#areas/order-book/web/today-key.ts';
import {
  addDays,
  formatDate,
  isPlainDate,
  type PlainDate,
  weekdayFrom,
} from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { sendPutOff } from './today-queries.ts';

const MONDAY = 1;
const BACK_AT_MINUTE = 7 * 60;

type PutOffDialogProps = { row: TodayRowReply; today: PlainDate; onClose: () => void };

/** A row waits for somebody else: it leaves the number until then, or until it says something else. */
export function PutOffDialog({ row, today, onClose }: PutOffDialogProps) {
  const { timeZone } = useConfig().business;
  const tomorrow = addDays(today, 1);
  const monday = weekdayFrom(tomorrow, MONDAY);
  const days = [...new Set([tomorrow, monday])];
  const form = useForm({
    initial: { until: tomorrow, note: '' },
    check: ({ until }) => (isPlainDate(until) ? {} : { until: 'Please choose a day' }),
    send: ({ until, note }) =>
      sendPutOff({
        key: row.key,
        until: new Date(
          instantOf({ date: until, minuteOfDay: BACK_AT_MINUTE }, timeZone),
        ).toISOString(),
        note,
      }),
    refresh: [{ queryKey: TODAY_KEY }],
    says: 'Waiting for Others',
    onDone: onClose,
  });
  const { until } = form.values;
  return (
    <FormDialog form={form} onClose={onClose} title="Wait until…" submitLabel="Wait">
      <p>
        <strong>{row.title}</strong> comes back then, or when it changes.
      </p>
      <PillChoice
        legend="When"
        value={days.includes(until) ? until : null}
        pills={days.map((day) => ({
          value: day,
          label: day === tomorrow ? 'Tomorrow 7am' : 'Monday 7am',
          note: formatDate(day),
        }))}
        onChange={(day) => form.set({ until: day })}
      />
      <DateField
        label={`Another day at 7am, within ${LONGEST_WAIT_DAYS} days`}
        value={days.includes(until) ? '' : until}
        error={form.errors.until ?? null}
        onChange={(day) => form.set({ until: day })}
      />
      <TextField
        label="For whom or what? (optional)"
        maxLength={LONGEST_WAIT_NOTE}
        autoComplete="off"
        {...form.text('note')}
      />
    </FormDialog>
  );
}
