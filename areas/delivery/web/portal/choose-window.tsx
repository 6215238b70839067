import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import { isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  type DeliveryWindow,
  inTimeOrder,
  windowLabel,
} from '#areas/business/rules/delivery-windows.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { mondayOf } from '#areas/order-book/rules/slot-week.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { slotWeekQuery } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { sendCloseSale } from '#areas/delivery/web/portal/incidents-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** Which windows: from this tap on nobody can book them. */
export function ChooseWindow({ date: first }: { date: PlainDate | null }) {
  const today = useToday();
  const [picked, setPicked] = useState<string | null>(null);
  const [ticked, setTicked] = useState<readonly DeliveryWindow[]>([]);
  const mayClose = useMayDo('editSlots');
  const navigate = useNavigate();
  const date = picked ?? first ?? today ?? '';
  const choices = useWindowsOf(date);
  const windows = choices.filter((window) => ticked.includes(window));
  const closing = useChange(
    async () => {
      if (mayClose) await sendCloseSale({ date, windows });
    },
    {
      refresh: [{ queryKey: ['delivery-slots'] }],
      onDone: () => void navigate(paths.admin({ tab: 'close', date, window: windows.join(',') })),
    },
  );

  function toggle(window: DeliveryWindow) {
    setTicked(choices.filter((one) => windows.includes(one) !== (one === window)));
  }
  return (
    <>
      <h2 className="text-xl">Close a window</h2>
      <Card as="section" className="grid justify-items-start gap-4" aria-label="Which window">
        <DateField label="Day" value={date} onChange={setPicked} />
        <fieldset>
          <legend className="mb-2 font-semibold">Windows</legend>
          <div className="flex flex-wrap gap-2">
            {choices.map((window) => (
              <CheckChip
                key={window}
                checked={windows.includes(window)}
                onToggle={() => toggle(window)}
              >
                {windowLabel(window)}
              </CheckChip>
            ))}
          </div>
          {choices.length === 0 && <p>You have no delivery windows on this day.</p>}
        </fieldset>
        <p>
          {mayClose
            ? 'Nobody can book from your tap on. Then you choose for everyone who has booked. Nobody is told before that.'
            : 'You choose for everyone who has booked. Ask a manager to stop the sale as well.'}
        </p>
        <FailureNotice failure={closing.failure} />
        <Button
          disabled={windows.length === 0 || !isPlainDate(date)}
          busy={closing.isBusy}
          busyLabel="Closing…"
          onClick={() => closing.run()}
        >
          {mayClose ? 'Stop the sale and go on' : 'Go on'}
        </Button>
      </Card>
    </>
  );
}

/** What is offered on the day, and what is booked although it no longer is. */
function useWindowsOf(date: string): DeliveryWindow[] {
  const { business } = useConfig();
  const maySee = useMayDo('seeSlots');
  const isDate = isPlainDate(date);
  const slots = useQuery({
    ...slotWeekQuery(isDate ? mondayOf(date) : ''),
    enabled: isDate && maySee,
  });
  if (!isDate) return [];
  const booked = (slots.data ?? []).filter((slot) => slot.date === date && slot.booked > 0);
  return inTimeOrder([...windowsOn(business, date), ...booked.map(({ timeSlot }) => timeSlot)]);
}
