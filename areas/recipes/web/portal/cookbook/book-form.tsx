import { useState, useRef, type ReactNode } from 'react';
import type {
  AllergensDifferReply,
  RecipeBookReply,
  Settlement,
} from '#areas/recipes/calls/recipe-book.ts';
import { describeFailure, readConflictReply } from '#platform/web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { listComponentVersions, listRecipeVersions } from '#areas/recipes/calls/recipe-history.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { readUnlikely, recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ChangeList } from '#platform/web/ui/layout/change-list.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';

type BookFormOptions = {
  saved: string;
  onSaved: () => void;
  /** What cannot be sent at all, by field. */
  check?: () => FieldErrors;
};

/** Why the last save did not go through. */
type Stopped = {
  errors: FieldErrors;
  failure: string | null;
  unlikely: FieldErrors | null;
  differ: AllergensDifferReply | null;
};

const NOT_STOPPED: Stopped = { errors: {}, failure: null, unlikely: null, differ: null };

/**
 * A form whose save can stop at what meals declare, or at figures that seem unlikely. `send` gets what was settled, and
 * whether someone has looked at those figures.
 */
export function useBookForm(
  send: (settle: Settlement[], checked: boolean) => Promise<RecipeBookReply>,
  { saved, onSaved, check = () => ({}) }: BookFormOptions,
) {
  const { showToast } = useToast();
  const client = useQueryClient();
  const [stopped, setStopped] = useState(NOT_STOPPED);
  const [checked, setChecked] = useState(false);
  type Sending = { settle: Settlement[]; checked: boolean };
  const saving = useChange((sending: Sending) => send(sending.settle, sending.checked), {
    onDone(book) {
      client.setQueryData(recipeBookQuery.queryKey, book);
      setStopped(NOT_STOPPED);
      setChecked(false);
      showToast({ title: 'Recipe Saved', description: saved, tone: 'success' });
      onSaved();
      void client.invalidateQueries({ queryKey: STAFF_MEALS_KEY });
    },
    onFailure(_failure, { error }) {
      const unlikely = readUnlikely(error);
      const errors = unlikely ? {} : fieldErrorsOf(error);
      const differ = readConflictReply<AllergensDifferReply>(error, ['allergens_differ']);
      // What was settled stays in the form while it is put right.
      const isOfSettling = Object.keys(errors).some((field) => field.startsWith('settle.'));
      const isNamed = differ !== null || unlikely !== null || Object.keys(errors).length > 0;
      setStopped((before) => ({
        errors,
        unlikely,
        differ: differ ?? (isOfSettling ? before.differ : null),
        failure: isNamed ? null : describeFailure(error),
      }));
    },
  });
  return {
    ...stopped,
    isSaving: saving.isBusy,
    save: () => {
      const problems = check();
      setStopped(({ differ }) => ({ ...NOT_STOPPED, errors: problems, differ }));
      setChecked(false);
      if (Object.keys(problems).length === 0) saving.run({ settle: [], checked: false });
    },
    saveChecked: () => {
      setChecked(true);
      saving.run({ settle: [], checked: true });
    },
    settle: (settle: Settlement[]) => saving.run({ settle, checked }),
    cancel: () => setStopped((before) => ({ ...before, differ: null })),
  };
}

/**
 * Warns before what was typed is lost. `draft`: all that can be typed, as it is now. Returns the way back to the list,
 * for when what was edited is saved or gone.
 */
export function useEditorGuard(draft: unknown, what: string, onGone?: () => void): () => void {
  const now = JSON.stringify(draft);
  const [atFirst] = useState(now);
  const isLeaving = useRef(false);
  useLeaveGuard(now !== atFirst, what, isLeaving);
  return () => {
    isLeaving.current = true;
    onGone?.();
  };
}

type FormFootProps = {
  form: ReturnType<typeof useBookForm>;
  back: string;
  /** False: to look at only. */
  maySave: boolean;
};

export function FormFoot({ form, back, maySave }: FormFootProps) {
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
      </div>
    </div>
  );
}

type UnlikelyProps = {
  figures: FieldErrors;
  isSaving: boolean;
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

export function RecipeHistory({ owner }: { owner: VersionsOf }) {
  return (
    <Fold title="Earlier versions" className="border-t border-line pt-3">
      <Versions owner={owner} />
    </Fold>
  );
}

type VersionsOf = { componentId: number } | { mealId: number };

function Versions({ owner }: { owner: VersionsOf }) {
  const formatInstant = useFormatInstant();
  const [endpoint, id] =
    'componentId' in owner
      ? [listComponentVersions, owner.componentId]
      : [listRecipeVersions, owner.mealId];
  const query = freshQuery(['recipe-versions', owner], endpoint, { params: { id: String(id) } });
  return (
    <Loaded query={useQuery(query)} what="the earlier versions">
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

type SettleNoticeProps = {
  differ: AllergensDifferReply;
  isSaving: boolean;
  onSettle: (settled: Settlement[]) => void;
  onCancel: () => void;
};

/** As its recipe has it; without a list of the recipe, the declared text stays. */
function settlementOf({
  mealId,
  allergens,
  ingredients,
  proposedIngredients,
}: AllergensDifferReply['meals'][number]): Settlement {
  return { mealId, allergens, ingredients: proposedIngredients || ingredients };
}

/** A save stopped, because meals would declare less than they contain. */
export function SettleNotice({ differ, isSaving, onSettle, onCancel }: SettleNoticeProps) {
  const [settled, setSettled] = useState<Record<number, Settlement>>({});
  const cannot = differ.meals.some(({ unchecked }) => unchecked.length > 0);
  const settlements = differ.meals.map((meal) => settled[meal.mealId] ?? settlementOf(meal));
  const lacksReason = settlements.some(({ reasons }) => reasons?.sulphites?.trim() === '');
  return (
    <Notice tone="error" announce="now" title="Not saved: meals would declare too little">
      <ul className="grid gap-2">
        {differ.meals.map((meal, at) => (
          <SettleMeal
            key={meal.mealId}
            meal={meal}
            settled={settlements[at] ?? settlementOf(meal)}
            canSettle={!cannot}
            onChange={(settlement) => setSettled({ ...settled, [meal.mealId]: settlement })}
          />
        ))}
      </ul>
      {cannot ? (
        <p>Read the packs first and enter what they contain.</p>
      ) : (
        <p>
          The menu and labels will say so from now on. Anyone ahead whom it concerns is listed under
          Food to settle.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!cannot && (
          <Button
            size="small"
            busy={isSaving}
            busyLabel="Saving…"
            disabled={lacksReason}
            onClick={() => onSettle(settlements)}
          >
            Declare it and save
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={onCancel}>
          Back to the recipe
        </Button>
      </div>
    </Notice>
  );
}

type SettleMealProps = {
  meal: AllergensDifferReply['meals'][number];
  settled: Settlement;
  /** False while a pack has to be read first. */
  canSettle: boolean;
  onChange: (settled: Settlement) => void;
};

function SettleMeal({ meal, settled, canSettle, onChange }: SettleMealProps) {
  const { name, missing, unchecked, people, ingredients, proposedIngredients } = meal;
  const text = settled.ingredients ?? ingredients;
  return (
    <li className="grid gap-2">
      <p>
        <strong>{name}</strong>
        {missing.length > 0 && ` does not declare ${missing.join(', ')}`}
        {unchecked.length > 0 && ` uses ${unchecked.join(', ')}, whose pack nobody has read`}
        {people > 0 && ` (${people === 1 ? '1 person' : `${people} people`} ahead)`}
      </p>
      {canSettle && missing.includes('sulphites') && (
        <LeaveOutSulphites {...{ meal, settled, onChange }} />
      )}
      {canSettle && (
        <div className="grid gap-2 pb-2">
          <TextAreaField
            label={`Ingredients on the label of ${name}`}
            rows={4}
            maxLength={3000}
            value={text}
            onChange={({ target: { value } }) => onChange({ ...settled, ingredients: value })}
          />
          {ingredients !== '' && ingredients !== text && (
            <p className="text-sm wrap-anywhere">On the label now: {ingredients}</p>
          )}
          {proposedIngredients !== '' && proposedIngredients !== text && (
            <>
              <p className="text-sm wrap-anywhere">By its recipe: {proposedIngredients}</p>
              <Button
                size="small"
                variant="secondary"
                className="justify-self-start"
                onClick={() => onChange({ ...settled, ingredients: proposedIngredients })}
              >
                Use this list
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** Below 10 mg/kg food law lets a label leave sulphites out. It takes a reason. */
function LeaveOutSulphites({ meal, settled, onChange }: Omit<SettleMealProps, 'canSettle'>) {
  const reason = settled.reasons?.sulphites;
  return (
    <div className="grid gap-2">
      <div>
        <CheckChip
          checked={reason !== undefined}
          onToggle={() => {
            const { reasons: _reasons, ...rest } = settled;
            onChange(
              reason === undefined
                ? {
                    ...rest,
                    allergens: meal.allergens.filter((allergen) => allergen !== 'sulphites'),
                    reasons: { sulphites: '' },
                  }
                : { ...rest, allergens: meal.allergens },
            );
          }}
        >
          Sulphites are under 10 mg/kg
        </CheckChip>
      </div>
      {reason !== undefined && (
        <TextField
          label={`How you know it of ${meal.name}`}
          hint="Kept with its recipe, for anyone who asks."
          maxLength={200}
          value={reason}
          onChange={({ target: { value } }) =>
            onChange({ ...settled, reasons: { sulphites: value } })
          }
        />
      )}
    </div>
  );
}
