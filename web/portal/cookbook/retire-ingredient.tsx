import { useState } from 'react';
import {
  archiveIngredient,
  type IngredientReply,
  replaceIngredient,
} from '#contract/recipes/recipe-book.ts';
import { call } from '#web/api/client.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import type { Book } from './recipe-draft.ts';
import { SettleNotice } from './settle-notice.tsx';
import { useBookForm } from './use-book-form.ts';

/** Off the list, or another one in its place everywhere. */
export function RetireIngredient({
  ingredient: { id, name },
  book,
  onGone,
}: {
  ingredient: IngredientReply;
  book: Book;
  onGone: () => void;
}) {
  const [byId, setById] = useState('');
  const params = { id: String(id) };
  const removing = useBookForm(() => call(archiveIngredient, { params }), {
    saved: `${name} is off the list.`,
    onSaved: onGone,
  });
  const replacing = useBookForm(
    (settle) => call(replaceIngredient, { params, body: { byId: Number(byId), settle } }),
    { saved: `${name} is replaced everywhere.`, onSaved: onGone },
  );
  const failure = removing.failure ?? replacing.failure ?? replacing.errors.byId ?? null;
  return (
    <section aria-label="Take off the list" className="grid gap-3 border-t border-line pt-5">
      {replacing.differ && (
        <SettleNotice
          differ={replacing.differ}
          isSaving={replacing.isSaving}
          onSettle={replacing.settle}
          onCancel={replacing.cancel}
        />
      )}
      {failure !== null && (
        <Notice tone="error" announce="now" title="Not done">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Replace it everywhere by"
          value={byId}
          onChange={({ target: { value } }) => setById(value)}
        >
          <option value="">Choose…</option>
          {book.reply.ingredients
            .filter((each) => each.id !== id)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
        </SelectField>
        <Button
          variant="secondary"
          disabled={byId === ''}
          busy={replacing.isSaving}
          busyLabel="Replacing…"
          onClick={replacing.save}
        >
          Replace
        </Button>
        <Button
          variant="quiet"
          busy={removing.isSaving}
          busyLabel="Removing…"
          onClick={removing.save}
        >
          Take off the list
        </Button>
      </div>
    </section>
  );
}
