import { type FormEvent, useState, useId } from 'react';
import { type AftercareReply, reportProblem } from '#areas/customers/calls/aftercare.ts';
import {
  LONGEST_PROBLEM_TEXT,
  PROBLEM_KIND_LABELS,
  MOST_PROBLEM_PHOTOS,
} from '#areas/customers/rules/problems.ts';
import { PROBLEM_KINDS, type ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { aftercareQuery, sendProblemPhoto } from './aftercare-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { focusMissing } from '#platform/web/ui/feedback/result-place.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { call } from '#platform/web/api/client.ts';

type ProblemFormProps = { items: AftercareReply['items']; token: string; onDone: () => void };

/** What was wrong with which meals. Photos go first, so that a failed one keeps the form as it is. */
export function ProblemForm({ items, token, onDone }: ProblemFormProps) {
  const { problemReplyHours } = useConfig().business;
  const [itemIds, setItemIds] = useState<readonly number[]>(
    items.length === 1 ? items.map(({ id }) => id) : [],
  );
  const [kind, setKind] = useState<ProblemKind | null>(null);
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [isChecked, setChecked] = useState(false);
  const sending = useChange(
    async (chosen: ProblemKind) => {
      const sent = await Promise.all(photos.map((photo) => sendProblemPhoto(token, photo)));
      const ids = sent.map(({ id }) => id);
      const body = { itemIds: [...itemIds], kind: chosen, text, photos: ids };
      return call(reportProblem, { params: { token }, body });
    },
    { refresh: [aftercareQuery(token)], onDone: onDone },
  );
  const noItems = isChecked && itemIds.length === 0 ? 'Choose at least one meal' : null;
  const noKind = isChecked && kind === null ? 'Choose what was wrong' : null;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (kind !== null && itemIds.length > 0) sending.run(kind);
    else focusMissing(event.currentTarget);
  }
  return (
    <form onSubmit={handleSubmit} className="grid w-full gap-5">
      <ProblemItems items={items} value={itemIds} error={noItems} onChange={setItemIds} />
      <ChoiceCards
        legend="What was wrong?"
        columns={1}
        value={kind}
        error={noKind}
        choices={PROBLEM_KINDS.map((value) => ({ value, label: PROBLEM_KIND_LABELS[value] }))}
        onChange={setKind}
      />
      {(kind === 'allergy' || kind === 'unsafe') && <Danger />}
      <TextAreaField
        label="What happened?"
        optional
        rows={3}
        maxLength={LONGEST_PROBLEM_TEXT}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <PhotoField photos={photos} onChange={setPhotos} />
      <FailureNotice failure={sending.failure} />
      <p>You’ll hear from us within {problemReplyHours} hours.</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={sending.isBusy} busyLabel="Sending…">
          Send
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Danger() {
  const { phone } = useConfig().business;
  return (
    <Notice tone="error" announce="polite" title="Do not eat the rest">
      <p>
        If someone feels unwell, call 000 in an emergency. Then call us on{' '}
        <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
          {phone}
        </a>{' '}
        as well as sending this.
      </p>
    </Notice>
  );
}

type PhotoFieldProps = { photos: readonly File[]; onChange: (photos: readonly File[]) => void };

function PhotoField({ photos, onChange }: PhotoFieldProps) {
  const id = useId();
  const isFull = photos.length >= MOST_PROBLEM_PHOTOS;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        Photos{' '}
        <span className="font-normal text-ink-soft">(optional, up to {MOST_PROBLEM_PHOTOS})</span>
      </label>
      {!isFull && (
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple
          className="min-h-11 max-w-full"
          onChange={({ currentTarget }) => {
            const added = [...(currentTarget.files ?? [])];
            onChange([...photos, ...added].slice(0, MOST_PROBLEM_PHOTOS));
            currentTarget.value = '';
          }}
        />
      )}
      <ul className="grid gap-1">
        {photos.map((photo, index) => (
          <li key={`${photo.name} ${photo.lastModified}`} className="flex items-center gap-3">
            <span className="min-w-0 truncate">{photo.name}</span>
            <Button
              variant="quiet"
              size="small"
              onClick={() => onChange(photos.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ProblemItemsProps = {
  items: AftercareReply['items'];
  value: readonly number[];
  error: string | null;
  onChange: (itemIds: readonly number[]) => void;
};

function ProblemItems({ items, value, error, onChange }: ProblemItemsProps) {
  const id = useId();
  return (
    <fieldset
      className="grid gap-1"
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className="mb-1 font-semibold">Which meals?</legend>
      {items.map((item) => (
        <label key={item.id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            checked={value.includes(item.id)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked
                  ? [...value, item.id]
                  : value.filter((one) => one !== item.id),
              )
            }
          />
          <span className="wrap-anywhere">
            {item.mealName}
            <span className="text-ink-soft">
              {' '}
              for <PersonName name={item.personName} />, {formatDayAndMonth(item.date)}
            </span>
          </span>
        </label>
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
