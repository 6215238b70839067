import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { sendUpdateSlot } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { slotName } from './slot-edits.ts';

/** Stops the sale of a booked window at once, and goes on to what becomes of those who booked it. */
export function CloseWindow({ slot, isBusy }: { slot: SlotReply; isBusy: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const mayMove = useMayDo('moveDeliveries');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { showToast } = useToast();
  const closing = useMutation({
    mutationFn: () => sendUpdateSlot(slot.id, { isActive: false }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['delivery-slots'] });
      const { date, timeSlot } = slot;
      await navigate(paths.admin({ tab: 'close', date, window: timeSlot }));
    },
    onError: (error) =>
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' }),
  });
  if (slot.booked === 0 || !mayMove) return null;
  return (
    <>
      <button
        type="button"
        // A week of seven columns leaves no room for a button with padding.
        className="min-h-11 w-fit text-left text-sm font-semibold text-primary underline underline-offset-4 disabled:opacity-55"
        disabled={isBusy}
        onClick={() => setAsking(true)}
      >
        {slot.isActive ? 'Close window…' : 'Settle bookings…'}
        <VisuallyHidden> {slotName(slot)}</VisuallyHidden>
      </button>
      <ConfirmDialog
        open={isAsking}
        title={`Close ${slotName(slot)}?`}
        confirmLabel="Close and go on"
        busy={closing.isPending}
        busyLabel="Closing…"
        onConfirm={() => closing.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>
          Nobody can book it from now on. Then choose for the {slot.booked} booked: move them,
          refund them or leave them. Nobody is told before that.
        </p>
      </ConfirmDialog>
    </>
  );
}
