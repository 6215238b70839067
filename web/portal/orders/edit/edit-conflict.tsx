import { Link } from 'react-router';
import { useMayDo } from '#web/api/session.ts';
import { paths } from '#web/navigation/paths.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConflictText } from '../actions/conflict-text.tsx';
import type { OrderEditing } from './use-order-edit.ts';

/** Why an edit was not saved, and how to continue. */
export function EditConflict({ editing }: { editing: OrderEditing }) {
  const mayMakeRoom = useMayDo('editSlots');
  const { conflict, isSaving, overrule, loadTheirs } = editing;
  if (!conflict) return null;
  const isStale = conflict.code === 'changed_meanwhile' || conflict.code === 'order_cancelled';
  return (
    <Notice tone="warning" announce="now" title="Not saved">
      <ConflictText conflict={conflict} />
      <div className="flex flex-wrap gap-2">
        {isStale && (
          <Button
            variant="secondary"
            size="small"
            className="max-md:min-h-11"
            disabled={isSaving}
            onClick={loadTheirs}
          >
            Discard my changes
          </Button>
        )}
        {conflict.code === 'changed_meanwhile' && (
          <Button
            variant="danger"
            size="small"
            className="max-md:min-h-11"
            busy={isSaving}
            onClick={overrule}
          >
            Overwrite with mine
          </Button>
        )}
        {conflict.code === 'slot_full' && (
          <p>
            Choose another date or window
            {mayMakeRoom && (
              <>
                , or make room in{' '}
                <Link
                  to={paths.deliverySlots()}
                  className="font-semibold underline underline-offset-4"
                >
                  Delivery Slots
                </Link>
              </>
            )}
            .
          </p>
        )}
      </div>
    </Notice>
  );
}
