import { useState } from 'react';
import {
  archiveComponent,
  archiveIngredient,
  type ComponentReply,
  type IngredientReply,
  type RecipeBookReply,
  replaceIngredient,
  type Settlement,
} from '#areas/recipes/calls/recipe-book.ts';
import { replaceComponent } from '#areas/recipes/calls/recipe-history.ts';
import { call } from '#platform/web/api/client.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import type { Book } from '#areas/recipes/web/portal/recipe-queries.ts';
import { SettleNotice, useBookForm } from './book-form.tsx';

type Shown = { book: Book; onGone: () => void };

export function RetireIngredient({
  ingredient: { id, name },
  book,
  onGone,
}: Shown & { ingredient: IngredientReply }) {
  const params = { id: String(id) };
  return (
    <Retire
      name={name}
      others={book.reply.ingredients.filter((each) => each.id !== id)}
      archive={() => call(archiveIngredient, { params })}
      replace={(byId, settle) => call(replaceIngredient, { params, body: { byId, settle } })}
      onGone={onGone}
    />
  );
}

export function RetireComponent({
  component: { id, name },
  book,
  onGone,
}: Shown & { component: ComponentReply }) {
  const params = { id: String(id) };
  return (
    <Retire
      name={name}
      others={book.reply.components.filter((each) => each.id !== id)}
      archive={() => call(archiveComponent, { params })}
      replace={(byId, settle) => call(replaceComponent, { params, body: { byId, settle } })}
      onGone={onGone}
    />
  );
}

type RetireProps = {
  name: string;
  others: readonly { id: number; name: string }[];
  archive: () => Promise<RecipeBookReply>;
  replace: (byId: number, settle: Settlement[]) => Promise<RecipeBookReply>;
  onGone: () => void;
};

function Retire({ name, others, archive, replace, onGone }: RetireProps) {
  const [byId, setById] = useState('');
  const removing = useBookForm(archive, {
    saved: `${name} is off the list.`,
    onSaved: onGone,
  });
  const replacing = useBookForm((settle) => replace(Number(byId), settle), {
    saved: `${name} is replaced everywhere.`,
    onSaved: onGone,
  });
  const failure =
    removing.failure ?? replacing.failure ?? Object.values(replacing.errors)[0] ?? null;
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
          {others.map((each) => (
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
