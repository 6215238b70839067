import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { sendUpdateSlot } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { slotName } from './slot-edits.ts';

/** Stops the sale of a booked window at once, and goes on to what becomes of those who booked it. */
export function CloseWindow({ slot, isBusy }: { slot: SlotReply; isBusy: boolean }) {
  const mayMove = useMayDo('moveDeliveries');
  const navigate = useNavigate();
  const { date, timeSlot } = slot;
  const closing = useChange(() => sendUpdateSlot(slot.id, { isActive: false }), {
    refresh: [{ queryKey: ['delivery-slots'] }],
    onDone: () => void navigate(paths.admin({ tab: 'close', date, window: timeSlot })),
    toastsFailure: true,
  });
  async function ask() {
    const isSure = await confirm({
      title: `Close ${slotName(slot)}?`,
      text: `Nobody can book it from now on. Then choose for the ${slot.booked} booked: move them, refund them or leave them. Nobody is told before that.`,
      act: 'Close and go on',
    });
    if (isSure) closing.run();
  }
  if (slot.booked === 0 || !mayMove) return null;
  return (
    <button
      type="button"
      // A week of seven columns leaves no room for a button with padding.
      className="min-h-11 w-fit text-left text-sm font-semibold text-primary underline underline-offset-4 disabled:opacity-55"
      disabled={isBusy || closing.isBusy}
      onClick={() => void ask()}
    >
      {slot.isActive ? 'Close window…' : 'Settle bookings…'}
      <VisuallyHidden> {slotName(slot)}</VisuallyHidden>
    </button>
  );
}
