import { freshQuery } from '#platform/web/api/call-query.ts';
import { useState } from 'react';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useQuery } from '@tanstack/react-query';
import {
  type GivenFoodReply,
  LONGEST_CALL_NOTE,
  listGivenFood,
  noteFoodCall,
} from '#areas/orders/calls/food-to-settle.ts';
import {
  CALL_RESULT_LABELS,
  type CallResult,
  CALLS_TO_MAKE,
  isUrgentMatter,
  MATTER_STEPS,
  matterText,
  RESULTS_OF,
} from '#areas/order-book/rules/food-matters.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { CantHaveFields } from '#areas/orders/web/portal/cant-have-fields.tsx';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { recipeAlertsQuery } from './food-to-settle-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { call } from '#platform/web/api/client.ts';

/** Whom to call about food, until they are reached: who may come to harm first. Nothing while there is nobody. */
export function GivenFood() {
  return (
    <Loaded query={useQuery(givenFoodQuery)} what="whom to call" kind="none">
      {(matters) => (
        <>
          <Matters title="Call now" matters={matters.filter(({ kind }) => isUrgentMatter(kind))} />
          <Matters
            title="To settle with customers"
            matters={matters.filter(({ kind }) => !isUrgentMatter(kind))}
          />
        </>
      )}
    </Loaded>
  );
}

function Matters({ title, matters }: { title: string; matters: readonly GivenFoodReply[] }) {
  if (matters.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label={title}>
      <h2 className="text-xl">
        {title} ({matters.length})
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {matters.map((given) => (
          // After a call the note is empty again.
          <GivenFoodCard key={`${given.id} ${given.calls.length}`} given={given} />
        ))}
      </ul>
    </section>
  );
}

function GivenFoodCard({ given }: { given: GivenFoodReply }) {
  const formatInstant = useFormatInstant();
  const mayCall = useMayDo('settleRecipeAlerts');
  const { kind, orderId, orderNumber, openedAt, driver, people, calls } = given;
  return (
    <li
      className={classNames(
        'grid min-w-0 content-start gap-3 rounded-2xl border p-4',
        isUrgentMatter(kind) ? 'border-danger bg-danger-soft' : 'border-line bg-surface',
      )}
    >
      <div>
        <h3 className="text-base font-semibold break-words">{matterText(given)}</h3>
        <p className="break-words">{MATTER_STEPS[kind]}</p>
        {driver !== null && kind.startsWith('left') && <p>Driver: {driver}</p>}
        <p className="text-sm">
          <OrderLink id={orderId} orderNumber={orderNumber} />, since {formatInstant(openedAt)}
        </p>
      </div>
      <ul>
        {people.map(({ name, phone }) => (
          <li key={phone} className="flex flex-wrap items-center gap-x-3 break-words">
            {name}
            <a
              href={paths.phone(formatPhone(phone))}
              className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline underline-offset-4"
            >
              {formatPhone(phone)}
            </a>
          </li>
        ))}
      </ul>
      {calls.length > 0 && (
        <ol className="text-sm">
          {calls.map(({ at, by, result, note }) => (
            <li key={at} className="break-words">
              {formatInstant(at)}, {by}: {CALL_RESULT_LABELS[result].toLowerCase()}
              {note !== '' && ` (${note})`}
            </li>
          ))}
        </ol>
      )}
      {mayCall && <NoteCall given={given} />}
    </li>
  );
}

function NoteCall({ given: { id, kind, personName, calls } }: { given: GivenFoodReply }) {
  const [note, setNote] = useState('');
  const [needs, setNeeds] = useState<Pick<FoodNeeds, 'allergens' | 'avoid'>>(NO_FOOD_NEEDS);
  const { run, isBusy, failure } = useChange(
    (result: CallResult) =>
      call(noteFoodCall, {
        params: { id: String(id) },
        body: {
          result,
          calls: calls.length,
          ...(note.trim() && { note: note.trim() }),
          ...(result === 'left_out' && { allergens: needs.allergens, avoid: needs.avoid }),
        },
      }),
    { refresh: [givenFoodQuery, recipeAlertsQuery], says: 'Call noted' },
  );
  const noteError = failure?.is === 'fields' ? failure.fields['note'] : undefined;
  const left = kind === 'reaction' ? CALLS_TO_MAKE : CALLS_TO_MAKE - calls.length;
  return (
    <div className="grid gap-3">
      {kind === 'reaction' && (
        <details>
          <summary className="flex min-h-11 items-center font-semibold text-primary underline underline-offset-4">
            What to leave out from now on
          </summary>
          <div className="grid gap-3">
            <CantHaveFields
              name={personName}
              needs={needs}
              onChange={(changes) => setNeeds({ ...needs, ...changes })}
            />
          </div>
        </details>
      )}
      <TextField
        label="What was said"
        optional={left > 1}
        hint={
          left > 1
            ? undefined
            : 'If nobody answers again, say what you tried: a message, a neighbour, the email.'
        }
        value={note}
        maxLength={LONGEST_CALL_NOTE}
        error={noteError}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        {RESULTS_OF[kind].map((result) => (
          <Button
            key={result}
            size="small"
            variant="secondary"
            disabled={isBusy}
            onClick={() => run(result)}
          >
            {CALL_RESULT_LABELS[result]}
            {personName !== '' && <VisuallyHidden> from {personName}</VisuallyHidden>}
          </Button>
        ))}
      </div>
      {noteError === undefined && <FailureNotice failure={failure} />}
    </div>
  );
}

const EVERY_MINUTE_MS = 60_000;

/** Asked on every staff page: the header says when someone is to be called. */
const givenFoodQuery = freshQuery(
  ['given-food'],
  listGivenFood,
  {},
  { refetchInterval: EVERY_MINUTE_MS },
);
