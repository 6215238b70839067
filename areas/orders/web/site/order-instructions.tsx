import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeInstructions, type TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { LONGEST_INSTRUCTIONS } from '#areas/order-book/rules/order-draft.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';

type InstructionsProps = { order: TrackedOrderReply; token: string };

/** The customer's instructions for driver and kitchen; editable until the cutoff. */
export function OrderInstructions({
  order,
  token,
  canChange,
}: InstructionsProps & { canChange: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const [turns, setTurns] = useState(0);
  const turn = (isOn: boolean) => {
    setIsEditing(isOn);
    setTurns(turns + 1);
  };
  return (
    <section className="grid content-start justify-items-start gap-2">
      <ResultPlace result={turns}>
        <h3 className="text-lg">Instructions</h3>
      </ResultPlace>
      {isEditing && canChange ? (
        <InstructionsForm order={order} token={token} onDone={() => turn(false)} />
      ) : (
        <>
          <p className="wrap-anywhere whitespace-pre-line text-ink-soft">
            {order.specialInstructions === '' ? 'No instructions.' : order.specialInstructions}
          </p>
          {canChange && (
            <Button variant="secondary" size="small" onClick={() => turn(true)}>
              Change instructions
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function InstructionsForm({ order, token, onDone }: InstructionsProps & { onDone: () => void }) {
  const [text, setText] = useState(order.specialInstructions);
  const client = useQueryClient();
  const { queryKey } = trackedOrderQuery(token);
  const saving = useMutation({
    mutationFn: () =>
      call(changeInstructions, { params: { token }, body: { specialInstructions: text } }),
    onSuccess(changed) {
      client.setQueryData(queryKey, changed);
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });

  const isAsked = saving.error instanceof ApiError && saving.error.reply?.code === 'food_questions';

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }

  return (
    <form onSubmit={handleSubmit} className="grid w-full gap-3">
      <TextAreaField
        label="For the driver and the kitchen"
        hint={`Up to ${LONGEST_INSTRUCTIONS} characters`}
        value={text}
        maxLength={LONGEST_INSTRUCTIONS}
        error={saving.error ? describeFailure(saving.error) : null}
        onChange={(event) => setText(event.target.value)}
      />
      {isAsked && (
        <Link to={paths.changeOrder(token)} className="justify-self-start font-semibold underline">
          Leave it out in “Change this order”
        </Link>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={saving.isPending} busyLabel="Saving…">
          Save
        </Button>
        <Button variant="quiet" size="small" onClick={onDone}>
          Discard changes
        </Button>
      </div>
    </form>
  );
}
