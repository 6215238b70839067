import type { ReactNode } from 'react';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { SettleNotice } from './settle-notice.tsx';
import type { useBookForm } from './use-book-form.ts';

type FormFootProps = {
  form: ReturnType<typeof useBookForm>;
  /** Where the list is. */
  back: string;
  /** False: to look at only. */
  maySave: boolean;
  children?: ReactNode;
};

/** What stopped the save, and the buttons. */
export function FormFoot({ form, back, maySave, children }: FormFootProps) {
  const { errors, failure, differ, unlikely, isSaving, save, saveChecked, settle, cancel } = form;
  const count = Object.keys(errors).length;
  return (
    <div className="grid gap-3">
      {differ && (
        <SettleNotice differ={differ} isSaving={isSaving} onSettle={settle} onCancel={cancel} />
      )}
      {failure !== null && (
        <Notice tone="error" announce="now" title="Not saved">
          {failure}
        </Notice>
      )}
      {count > 0 && (
        <Notice tone="error" announce="now" title="Not saved">
          {count === 1 ? 'One field needs a change:' : `${count} fields need a change:`}
          <ul className="list-disc pl-5">
            {Object.entries(errors).map(([field, message]) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {unlikely && (
        <UnlikelyFigures figures={unlikely} isSaving={isSaving} onChecked={saveChecked} />
      )}
      <div className="flex flex-wrap gap-2">
        {maySave && differ === null && (
          <Button busy={isSaving} busyLabel="Saving…" onClick={save}>
            Save
          </Button>
        )}
        <Link to={back} className={buttonClass('secondary')}>
          Back to the list
        </Link>
        {children}
      </div>
    </div>
  );
}

type UnlikelyProps = { figures: FieldErrors; isSaving: boolean; onChecked: () => void };

/** Figures that someone looks at before they are kept. */
export function UnlikelyFigures({ figures, isSaving, onChecked }: UnlikelyProps) {
  return (
    <Notice tone="warning" announce="now" title="Not saved. Are these figures right?">
      <ul className="list-disc pl-5">
        {Object.entries(figures).map(([field, message]) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
      <Button variant="secondary" size="small" busy={isSaving} onClick={onChecked}>
        I checked
      </Button>
    </Notice>
  );
}
