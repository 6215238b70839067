import { useEffect, useEffectEvent } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { readUnsuitableMeals } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { EditConflict } from './edit-conflict.tsx';
import { EditPreview } from './edit-preview.tsx';
import { EditQuestions } from './edit-questions.tsx';
import { ItemFields } from './item-fields.tsx';
import { PeopleFields } from './people-fields.tsx';
import { RecipientEdit } from './recipient-edit.tsx';
import { useOrderEdit } from './use-order-edit.ts';
import { useEditPreview } from './use-edit-preview.ts';
import { whatSaveDoes } from './what-save-does.ts';
import { WindowFields } from './window-fields.tsx';

type OrderEditFormProps = {
  order: AdminOrderReply;
  meals: readonly MealReply[];
  onClose: () => void;
};

export function OrderEditForm({ order, meals, onClose }: OrderEditFormProps) {
  const editing = useOrderEdit(order);
  const { isUnsaved, isSaving, isSaved, problems, unsuitable, save } = editing;
  const isRefused = unsuitable.clashes.length + unsuitable.pastTheirDay.length > 0;
  // Its places and its money have been given back.
  const isReadOnly = order.status === 'cancelled';
  const preview = useEditPreview(editing);
  const { questions } = readUnsuitableMeals(preview.error);

  // Only once the guard knows that there are no unsaved changes.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isSaved) close();
  }, [isSaved]);

  const buttons = (
    <>
      <Button
        variant="secondary"
        size="small"
        className="max-md:min-h-11"
        disabled={isSaving}
        onClick={onClose}
      >
        {isUnsaved ? 'Discard' : 'Back'}
      </Button>
      <Button
        type="submit"
        size="small"
        className="max-md:min-h-11"
        busy={isSaving}
        busyLabel="Saving…"
        disabled={!isUnsaved}
      >
        Save changes
      </Button>
    </>
  );
  return (
    <form
      noValidate
      aria-label={`Edit order ${order.orderNumber}`}
      className="grid gap-5 py-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnsaved && !isSaving) save();
      }}
    >
      <h2 className="text-2xl">Edit order {order.orderNumber}</h2>
      <EditConflict editing={editing} />
      {isReadOnly && (
        <Notice title="This order is cancelled">
          <p>You can read it here. To change it, set its status to confirmed first.</p>
        </Notice>
      )}
      <fieldset
        disabled={isReadOnly}
        aria-label="What was ordered"
        className="grid min-w-0 items-start gap-5 lg:grid-cols-[1fr_20rem]"
      >
        <div className="grid min-w-0 gap-5">
          <ItemFields order={order} meals={meals} editing={editing} />
          <PeopleFields
            order={order}
            editing={editing}
            eatsAgain={preview.shown?.eatsAgain ?? null}
          />
          <EditQuestions order={order} editing={editing} questions={questions} />
          <WindowFields editing={editing} />
        </div>
        <div className="grid min-w-0 gap-5">
          {isUnsaved && !isReadOnly && <EditPreview order={order} preview={preview} />}
          <CustomerFields order={order} editing={editing} />
          <RecipientEdit editing={editing} />
        </div>
      </fieldset>
      {Object.keys(problems).length > 0 && (
        <p role="alert" className="font-semibold text-danger">
          Not saved. Check the highlighted fields.
        </p>
      )}
      {isRefused && (
        <p role="alert" className="font-semibold text-danger">
          Not saved. A meal does not suit its person or day: see the marked meals.
        </p>
      )}
      {isUnsaved ? (
        <SaveBar
          message={`Unsaved changes. ${whatSaveDoes(preview)}`}
          what={`order ${order.orderNumber}`}
        >
          {buttons}
        </SaveBar>
      ) : (
        <div className="flex justify-end gap-2">{buttons}</div>
      )}
    </form>
  );
}
