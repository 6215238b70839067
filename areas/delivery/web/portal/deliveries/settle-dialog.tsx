import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { LONGEST_DELIVERY_NOTE } from '#areas/orders/calls/move-deliveries.ts';
import { sendSettled } from '#areas/orders/web/portal/move-deliveries-queries.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { type BulkOutcome, useBulkAction } from '#areas/orders/web/portal/use-bulk-action.ts';

type SettleMissedDialogProps = {
  deliveries: readonly DeliveryReply[];
  onDone: (outcome: BulkOutcome) => void;
  onClose: () => void;
};

/** It stays missed, and nobody is asked about it any more. */
export function SettleMissedDialog({ deliveries, onDone, onClose }: SettleMissedDialogProps) {
  const [note, setNote] = useState('');
  const ids = deliveries.map(({ id }) => id);
  const action = useBulkAction({
    send: (words: string) => sendSettled(ids, words),
    what: 'settled',
    onDone,
  });
  return (
    <ActionDialog
      title="Leave it as it is"
      act="Settle"
      change={action}
      isReady={note.trim() !== ''}
      go={() => action.run(note)}
      onClose={onClose}
    >
      <p>It is not brought again and nothing goes back. Nobody is told.</p>
      <TextField
        label="Note"
        hint="What you agreed with the customer"
        value={note}
        maxLength={LONGEST_DELIVERY_NOTE}
        onChange={(event) => setNote(event.target.value)}
      />
    </ActionDialog>
  );
}
