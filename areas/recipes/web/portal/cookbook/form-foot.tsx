import { type ReactNode, useState } from 'react';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { SettleNotice } from './settle-notice.tsx';
import type { useBookForm } from './use-book-form.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { recipeVersionsQuery, type VersionsOf } from '#areas/recipes/web/portal/recipe-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ChangeList } from '#platform/web/ui/layout/change-list.tsx';

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

type UnlikelyProps = {
  figures: FieldErrors;
  isSaving: boolean;
  /** Who has them so. */
  source?: 'pack' | 'table';
  onChecked: () => void;
};

/** Figures that someone vouches for before they are kept. */
export function UnlikelyFigures({ figures, isSaving, source = 'pack', onChecked }: UnlikelyProps) {
  return (
    <Notice tone="warning" announce="now" title="Not saved. Are these figures right?">
      <ul className="list-disc pl-5">
        {Object.entries(figures).map(([field, message]) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
      <Button variant="secondary" size="small" busy={isSaving} onClick={onChecked}>
        The {source} says so
      </Button>
    </Notice>
  );
}

type FoldProps = { title: ReactNode; className?: string; children: ReactNode };

/** What few need: shown, and asked for, when someone opens it. */
export function Fold({ title, className, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={`group ${className ?? ''}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold text-primary">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        <span>{title}</span>
      </summary>
      {isOpen && children}
    </details>
  );
}

/** Who saved which version, when, and what changed; asked for when someone opens it. */
export function RecipeHistory({ owner }: { owner: VersionsOf }) {
  return (
    <Fold title="Earlier versions" className="border-t border-line pt-3">
      <Versions owner={owner} />
    </Fold>
  );
}

function Versions({ owner }: { owner: VersionsOf }) {
  const formatInstant = useFormatInstant();
  return (
    <Loaded query={useQuery(recipeVersionsQuery(owner))} what="the earlier versions">
      {({ versions, isCut }) => (
        <>
          <ChangeList
            changes={versions.map(({ version, at, by, changes }) => ({
              key: version,
              what: `Version ${version}`,
              who: by ?? 'the sample menu',
              when: formatInstant(at),
              details: changes?.length === 0 ? ['Saved without a change'] : (changes ?? []),
            }))}
          />
          {isCut && <p className="pt-2 text-sm text-ink-soft">Older versions are not shown.</p>}
        </>
      )}
    </Loaded>
  );
}
