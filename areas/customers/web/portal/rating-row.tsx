import { useState } from 'react';
import { hideRating, type StaffRatingReply } from '#areas/customers/calls/ratings.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { sendHidden } from './aftercare-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { LONGEST_HIDE_REASON } from '#areas/customers/rules/meal-ratings.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

export function RatingRow({ rating }: { rating: StaffRatingReply }) {
  const seesOrders = useMayDo('seeOrders');
  const { mealName, stars, comment, firstName, deliveredOn, orderId, orderNumber } = rating;
  return (
    <Card as="li" className="grid gap-1">
      <p>
        <span aria-hidden="true">{'★'.repeat(stars)}</span>
        <span className="sr-only">{stars} of 5 stars</span> <strong>{mealName}</strong>
      </p>
      {comment === null && (
        <p className="text-ink-soft">Words hidden by {rating.hiddenBy ?? 'staff'}</p>
      )}
      {comment !== null && comment !== '' && (
        <p className="wrap-anywhere whitespace-pre-line">{comment}</p>
      )}
      <p className="text-sm text-ink-soft">
        {rating.mayShow && comment && 'On the meal’s page. '}
        {firstName}, delivered {formatDate(deliveredOn)}
        {seesOrders && (
          <>
            , order <OrderLink id={orderId} orderNumber={orderNumber} />
          </>
        )}
      </p>
      {comment !== '' && <Hide rating={rating} />}
    </Card>
  );
}

function Hide({ rating: { id, comment, mealName, firstName } }: { rating: StaffRatingReply }) {
  const mayHide = useMayDo('hideRatings');
  const isHidden = comment === null;
  const [isAsking, setIsAsking] = useState(false);
  const showing = useChange(() => sendHidden(id, { hidden: false }), {
    refresh: [{ queryKey: ['ratings'] }],
    toastsFailure: true,
  });
  if (!mayHide) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        busy={showing.isBusy}
        busyLabel="Saving…"
        onClick={() => (isHidden ? showing.run() : setIsAsking(true))}
      >
        {isHidden ? 'Show words' : 'Hide words…'}
        <VisuallyHidden>
          {' '}
          of {firstName} about {mealName}
        </VisuallyHidden>
      </Button>
      {isAsking && <HideRatingDialog id={id} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Words disappear from everyone for a reason, which the audit trail keeps. `id`: of the rating. */
function HideRatingDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useForm({
    initial: { hidden: true as const, reason: '' },
    check: hideRating.body,
    send: (values) => sendHidden(id, values),
    refresh: [{ queryKey: ['ratings'] }],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Hide words"
      submitLabel="Hide"
      busyLabel="Hiding…"
    >
      <p>Nobody reads them any more, neither staff nor customers. The stars count all the same.</p>
      <TextField
        label="Why?"
        maxLength={LONGEST_HIDE_REASON}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
