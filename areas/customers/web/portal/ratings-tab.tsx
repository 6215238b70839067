import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type MealWeekReply,
  type listRatings,
  hideRating,
  type StaffRatingReply,
} from '#areas/customers/calls/ratings.ts';
import type { z } from 'zod';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { type RatingFilter, ratingsQuery, sendHidden } from './customers-queries.ts';
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

/** What customers say of meals: by meal, by week, word by word. */
export function RatingsTab() {
  const [filter, setFilter] = useState<RatingFilter>({});
  const list = useQuery({ ...ratingsQuery(filter), placeholderData: keepPreviousData });
  return (
    <section className="grid gap-6 py-5">
      <h2 className="text-xl">Ratings</h2>
      <Loaded query={list} what="the ratings">
        {(ratings) => <Ratings found={ratings} filter={filter} onFilter={setFilter} />}
      </Loaded>
    </section>
  );
}

type RatingsProps = {
  found: z.infer<typeof listRatings.reply>;
  filter: RatingFilter;
  onFilter: Dispatch<SetStateAction<RatingFilter>>;
};

function Ratings({ found, filter, onFilter: setFilter }: RatingsProps) {
  const { meals, weeks, ratings, nextCursor } = found;
  if (meals.length === 0)
    return (
      <EmptyState title="No ratings yet">
        Customers are asked by email a day after their last delivery.
      </EmptyState>
    );
  return (
    <>
      <MealWeeks title="Meals, the lowest first" rows={meals} />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Meal"
          value={filter.mealId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setFilter(({ words }) => ({
              ...(words && { words }),
              ...(value !== '' && { mealId: value }),
            }))
          }
        >
          <option value="">All meals</option>
          {meals.map(({ mealId, mealName }) => (
            <option key={mealId} value={mealId}>
              {mealName}
            </option>
          ))}
        </SelectField>
        <CheckChip
          checked={filter.words === 'yes'}
          onToggle={() =>
            setFilter(({ mealId, words }) => ({
              ...(mealId !== undefined && { mealId }),
              ...(!words && { words: 'yes' as const }),
            }))
          }
        >
          With words
        </CheckChip>
      </div>
      {weeks.length > 0 && <MealWeeks title="Week by week" rows={weeks} />}
      {ratings.length === 0 && <p className="text-ink-soft">No ratings like this.</p>}
      <ul aria-label="Ratings, newest first" className="grid gap-3">
        {ratings.map((rating) => (
          <RatingRow key={rating.id} rating={rating} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {filter.cursor !== undefined && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => setFilter(({ cursor: _cursor, ...rest }) => rest)}
          >
            Newest
          </Button>
        )}
        {nextCursor !== null && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => setFilter((before) => ({ ...before, cursor: String(nextCursor) }))}
          >
            Older
          </Button>
        )}
      </div>
    </>
  );
}

/** Averages of meals, or of one meal week by week. */
function MealWeeks({ title, rows }: { title: string; rows: readonly MealWeekReply[] }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-lg">{title}</h3>
      <DataTable
        caption={title}
        rows={rows}
        keyOf={({ mealId, week }) => `${mealId} ${week ?? ''}`}
        columns={[
          {
            name: 'meal',
            header: rows[0]?.week === null ? 'Meal' : 'Week from',
            cell: ({ mealName, week }) => (week === null ? mealName : formatDate(week)),
          },
          {
            name: 'average',
            header: 'Stars',
            align: 'end',
            cell: ({ average }) => <span className="tabular-nums">{average}</span>,
          },
          {
            name: 'count',
            header: 'Ratings',
            align: 'end',
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
      {isAsking && <HideRatingDialog rating={rating} onClose={() => setIsAsking(false)} />}
    </>
  );
}

type HideRatingDialogProps = { rating: StaffRatingReply; onClose: () => void };

/** Words disappear from everyone for a reason, which the audit trail keeps. */
function HideRatingDialog({ rating, onClose }: HideRatingDialogProps) {
  const { id, firstName, mealName, comment } = rating;
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
