import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  type MealWeekReply,
  hideRating,
  type StaffRatingReply,
} from '#areas/customers/calls/aftercare.ts';
import { ID_IN_PATH } from '#platform/calls/wire-values.ts';
import { ListPage, useAddressValue, useSort } from '#platform/web/portal/list-page.tsx';
import { useState } from 'react';
import { ratingsQuery } from './customers-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { formatDate } from '#platform/rules/plain-date.ts';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { LONGEST_HIDE_REASON } from '#areas/customers/rules/meal-ratings.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { call } from '#platform/web/api/client.ts';

export function RatingsTab() {
  const [meal, setMeal] = useAddressValue('meal');
  const [words, setWords] = useAddressValue('words');
  const list = useInfiniteQuery({
    ...ratingsQuery({
      ...(ID_IN_PATH.test(meal) && { mealId: meal }),
      ...(words === 'yes' && { words }),
    }),
    placeholderData: keepPreviousData,
  });
  const { meals = [], weeks = [] } = list.data?.pages[0] ?? {};
  return (
    <ListPage
      title="Ratings"
      what="the ratings"
      filters={
        meals.length > 0 && (
          <>
            <MealWeeks title="Meals" rows={meals} />
            <div className="flex flex-wrap items-end gap-3">
              <SelectField
                label="Meal"
                value={meal}
                onChange={({ currentTarget }) => setMeal(currentTarget.value)}
              >
                <option value="">All meals</option>
                {meals.map(({ mealId, mealName }) => (
                  <option key={mealId} value={mealId}>
                    {mealName}
                  </option>
                ))}
              </SelectField>
              <CheckChip
                checked={words === 'yes'}
                onToggle={() => setWords(words === 'yes' ? '' : 'yes')}
              >
                With words
              </CheckChip>
            </div>
            {weeks.length > 0 && <MealWeeks title="Week by week" rows={weeks} />}
          </>
        )
      }
      list={list}
      rowsOf={({ pages }) => pages.flatMap(({ ratings }) => ratings)}
      empty={
        meals.length === 0 ? (
          <EmptyState title="No ratings yet">
            Customers are asked by email a day after their last delivery.
          </EmptyState>
        ) : (
          <EmptyState title="No ratings like this" />
        )
      }
      more="ratings"
    >
      {(ratings) => (
        <ul aria-label="Ratings, newest first" className="grid gap-3">
          {ratings.map((rating) => (
            <RatingRow key={rating.id} rating={rating} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function MealWeeks({ title, rows }: { title: string; rows: readonly MealWeekReply[] }) {
  const { sorted } = useSort();
  const isOfWeeks = rows[0]?.week !== null;
  return (
    <div className="grid gap-2">
      <h3 className="text-lg">{title}</h3>
      <DataTable
        caption={title}
        rows={rows}
        keyOf={({ mealId, week }) => `${mealId} ${week ?? ''}`}
        {...(!isOfWeeks && { sorted: { ...sorted, sort: sorted.sort || 'average' } })}
        columns={[
          {
            name: 'meal',
            header: isOfWeeks ? 'Week from' : 'Meal',
            sorts: 'up',
            by: ({ mealName }) => mealName,
            cell: ({ mealName, week }) => (week === null ? mealName : formatDate(week)),
          },
          {
            name: 'average',
            header: 'Stars',
            align: 'end',
            sorts: 'up',
            by: ({ average }) => Number(average),
            cell: ({ average }) => <span className="tabular-nums">{average}</span>,
          },
          {
            name: 'count',
            header: 'Ratings',
            align: 'end',
            sorts: 'down',
            by: ({ count }) => count,
            cell: ({ count }) => <span className="tabular-nums">{count}</span>,
          },
        ]}
      />
    </div>
  );
}

function RatingRow({ rating }: { rating: StaffRatingReply }) {
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

function Hide({ rating }: { rating: StaffRatingReply }) {
  const { id, comment, mealName, firstName } = rating;
  const mayHide = useMayDo('hideRatings');
  const isHidden = comment === null;
  const [isAsking, setIsAsking] = useState(false);
  const showing = useChange(hideRating, {
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
        onClick={() =>
          isHidden
            ? showing.run({ params: { id: String(id) }, body: { hidden: false } })
            : setIsAsking(true)
        }
      >
        {isHidden ? 'Show words' : 'Hide words…'}
        <VisuallyHidden>
          {' '}
          of {firstName} about {mealName}
        </VisuallyHidden>
      </Button>
      {isAsking && <HideRatingDialog rating={rating} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Words disappear from everyone for a reason, which the audit trail keeps. */
function HideRatingDialog({ rating, onClose }: { rating: StaffRatingReply; onClose: () => void }) {
  const { id, firstName, mealName, comment } = rating;
  const form = useForm({
    initial: { hidden: true as const, reason: '' },
    check: hideRating.body,
    send: (body) => call(hideRating, { params: { id: String(id) }, body }),
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
      <blockquote className="border-l-2 border-line pl-3 wrap-anywhere">
        {comment}
        <footer className="text-sm text-ink-soft">
          {firstName} about {mealName}
        </footer>
      </blockquote>
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
