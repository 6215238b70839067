import type { OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { ConflictText } from './conflict-text.tsx';

type OrderConflictDialogProps = {
  orderNumber: string;
  /** Null: closed. */
  conflict: OrderConflictReply | null;
  /** Null: overriding is not possible. */
  overrideLabel: string | null;
  isBusy: boolean;
  onOverride: () => void;
  onClose: () => void;
};

/** Why something was not done, and whether to do it anyway. */
export function OrderConflictDialog({
  orderNumber,
  conflict,
  overrideLabel,
  isBusy,
  onOverride,
  onClose,
}: OrderConflictDialogProps) {
  const mayMakeRoom = useMayDo('editSlots');
  return (
    <Dialog
      open={conflict !== null}
      onClose={onClose}
      title={`Order ${orderNumber} was not changed`}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onClose}>
            {overrideLabel === null ? 'Close' : 'Leave as is'}
          </Button>
          {overrideLabel !== null && (
            <Button variant="danger" size="small" busy={isBusy} onClick={onOverride}>
              {overrideLabel}
            </Button>
          )}
        </>
      }
    >
      {conflict && (
        <div className="grid gap-3">
          <ConflictText conflict={conflict} />
          {conflict.code === 'slot_full' && mayMakeRoom && (
            <Link to={paths.deliverySlots()} className="font-semibold underline underline-offset-4">
              Make room in Delivery Slots
            </Link>
          )}
        </div>
      )}
    </Dialog>
  );
}
