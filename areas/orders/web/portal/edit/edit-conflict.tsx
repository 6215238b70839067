import { useState } from 'react';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ConflictText } from '#areas/orders/web/portal/conflict-text.tsx';
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
          <Button variant="secondary" size="small" disabled={isSaving} onClick={loadTheirs}>
            Discard my changes
          </Button>
        )}
        {conflict.code === 'changed_meanwhile' && (
          <Button variant="danger" size="small" busy={isSaving} onClick={overrule}>
            Overwrite with mine
          </Button>
        )}
        {conflict.code === 'meal_sold_out' && <OverLimit editing={editing} />}
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

const SHORTEST_REASON = 10;

/** The kitchen may have one more than its limit: staff say why, and it is kept with the order's history. */
function OverLimit({ editing: { isSaving, problems, saveOverLimit } }: { editing: OrderEditing }) {
  const [reason, setReason] = useState('');
  const isLong = reason.trim().length >= SHORTEST_REASON;
  return (
    <form
      className="grid w-full gap-2 sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLong) saveOverLimit(reason);
      }}
    >
      <TextField
        label="Or save it over the limit, because"
        hint={`At least ${SHORTEST_REASON} characters, kept in the order’s history`}
        error={problems['overLimit']}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="danger" size="small" busy={isSaving} disabled={!isLong}>
          Save over the limit
        </Button>
      </div>
    </form>
  );
}
