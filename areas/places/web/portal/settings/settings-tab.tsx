import { counted } from '#platform/rules/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  settingsQuery,
  fetchSettingsVersion,
  settingsVersionsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { sectionsWith, SETTINGS_PARTS } from '#areas/places/web/portal/settings/settings-parts.ts';
import { type FormEvent, useRef, type RefObject, useEffect } from 'react';
import type {
  SettingsReply,
  LostBookings,
  SettingsPreview,
} from '#areas/business/calls/settings.ts';
import { type BusinessFacts, SECTIONS, FACTS, describeFact } from '#areas/business/rules/facts.ts';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FactField } from '#areas/places/web/portal/settings/fact-field.tsx';
import { type SettingsDraft, useSettingsDraft, useSaveSettings } from './use-settings-draft.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useClosing } from '#areas/places/web/portal/closing.ts';

export function SettingsTab() {
  const [params] = useSearchParams();
  return (
    <section className="grid gap-5 py-5">
      <p className="max-w-2xl text-ink-soft">
        The facts of your business. Pages, emails, labels and prices follow as soon as you save.
      </p>
      <Loaded query={useQuery(settingsQuery)} what="the settings" kind="form">
        {(saved) => <SettingsForm saved={saved} sections={sectionsWith(params.get('section'))} />}
      </Loaded>
    </section>
  );
}

type SettingsFormProps = {
  saved: SettingsReply;
  /** Those of `SECTIONS` to show, by their titles. */
  sections: readonly string[];
};

function SettingsForm({ saved, sections }: SettingsFormProps) {
  const draft = useSettingsDraft(saved);
  const saving = useSaveSettings(saved, draft);
  const form = useRef<HTMLFormElement>(null);
  useOpenSection(form);
  const wrong = Object.keys(draft.problems).length;

  function submit(event: FormEvent) {
    event.preventDefault();
    const mistake = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    // One in another part is told by the server.
    if (wrong > 0 && mistake) mistake.focus();
    else saving.ask();
  }

  function fill(facts: BusinessFacts) {
    draft.fill(facts);
    scrollTo({ top: 0 });
  }

  return (
    <form ref={form} className="grid grid-cols-1 gap-5" onSubmit={submit} noValidate>
      <SettingsNotices saved={saved} overtakenBy={saving.overtakenBy} lost={saving.lost} />
      <Fields key={`${saved.version}-${draft.formKey}`} draft={draft} sections={sections} />
      {sections === SETTINGS_PARTS[0].sections && (
        <SettingsHistory current={saved.version} onFill={fill} />
      )}
      {(draft.changed.length > 0 || saved.problems !== null) && (
        <SaveBar
          message={describeUnsaved(draft.changed.length, wrong)}
          what={draft.changed.length > 0 ? 'the settings' : null}
        >
          {draft.changed.length > 0 && (
            <Button variant="secondary" size="small" onClick={draft.clear}>
              Undo changes
            </Button>
          )}
          <Button type="submit" size="small" busy={saving.isAsking} busyLabel="Checking…">
            {wrong > 0 ? 'Show the first mistake' : 'Preview and save'}
          </Button>
        </SaveBar>
      )}
      <PreviewDialog
        preview={saving.preview}
        note={saving.note}
        saved={saved}
        facts={draft.facts}
        changed={draft.changed}
        isSaving={saving.isSaving}
        onSave={saving.save}
        onClose={saving.close}
        onAlias={saving.addAlias}
      />
    </form>
  );
}

function Fields({ draft, sections }: { draft: SettingsDraft; sections: readonly string[] }) {
  return SECTIONS.filter(({ title }) => sections.includes(title)).map(({ title, fields }) => (
    <Card key={title} as="section" aria-label={title} className="grid grid-cols-1 gap-4">
      <h2 className="text-lg">{title}</h2>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        {fields.map((field) => (
          <div
            key={field.path}
            data-fact={field.path}
            className="min-w-0 scroll-mt-16 sm:has-[>[data-wide]]:col-span-2"
          >
            <FactField
              field={field}
              facts={draft.facts}
              problems={draft.problems}
              onChange={draft.change}
            />
          </div>
        ))}
      </div>
    </Card>
  ));
}

function describeUnsaved(changed: number, wrong: number): string {
  if (wrong > 0) return wrong === 1 ? '1 mistake to fix' : `${wrong} mistakes to fix`;
  if (changed === 0) return 'The settings in the database need to be replaced';
  return changed === 1 ? '1 unsaved change' : `${changed} unsaved changes`;
}

/** Shows the setting that the address names, or the section by its title; the first is in sight already. */
function useOpenSection(form: RefObject<HTMLFormElement | null>): void {
  const [params] = useSearchParams();
  const title = params.get('section');
  const field = params.get('field');
  useEffect(() => {
    if (title === null) return;
    const facts = [...(form.current?.querySelectorAll<HTMLElement>('[data-fact]') ?? [])];
    const fact = facts.find(({ dataset }) => field !== null && dataset['fact'] === field);
    if (fact) {
      fact.scrollIntoView({ block: 'center' });
      fact.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
      return;
    }
    const [, ...below] = form.current?.querySelectorAll('section[aria-label]') ?? [];
    const named = below.find((section) => section.getAttribute('aria-label') === title);
    named?.scrollIntoView({ block: 'start' });
  }, [form, title, field]);
}

type SettingsNoticesProps = {
  saved: SettingsReply;
  overtakenBy: SettingsReply | null;
  lost: readonly LostBookings[];
};

function SettingsNotices({ saved, overtakenBy, lost }: SettingsNoticesProps) {
  const formatInstant = useFormatInstant();
  return (
    <>
      {saved.problems !== null && (
        <Notice tone="error" title="The settings in the database are wrong">
          <p>
            The last good settings are in force and shown below. Save them to replace the others.
          </p>
          <ul className="list-disc pl-5 break-words">
            {Object.entries(saved.problems).map(([path, message]) => (
              <li key={path}>
                {path}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {overtakenBy && (
        <Notice tone="warning" announce="now" title="Someone else saved the settings">
          <p>
            {overtakenBy.changedBy ?? 'Someone with access to the database'} saved them on{' '}
            {formatInstant(overtakenBy.changedAt)}. Your changes are kept: check them and save
            again.
          </p>
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice
          tone="warning"
          announce="now"
          title="Saved. Some customers booked when you don’t deliver"
        >
          <p>Choose what happens to their deliveries. Until then, Today lists them.</p>
          <LostBookingsList lost={lost} isSaved />
        </Notice>
      )}
    </>
  );
}

type SettingsHistoryProps = { current: number; onFill: (facts: BusinessFacts) => void };

function SettingsHistory({ current, onFill }: SettingsHistoryProps) {
  const formatInstant = useFormatInstant();
  const fetching = useFillFrom(onFill);

  return (
    <Card as="section" aria-label="History" className="grid gap-4">
      <h2 className="text-lg">History</h2>
      <Loaded query={useQuery(settingsVersionsQuery)} what="the history">
        {({ versions }) => (
          <ol className="grid gap-3">
            {versions.map(({ version, changedBy, changedAt, changed }) => (
              <li
                key={version}
                className="flex flex-wrap items-center justify-between gap-2 border-l-2 border-line pl-3"
              >
                <div className="min-w-0">
                  <p className="break-words">
                    <span className="font-semibold">
                      {version === current ? `Version ${version}, in force` : `Version ${version}`}
                    </span>
                    {changed.length > 0 &&
                      `: ${changed.map((fact) => (fact in FACTS ? FACTS[fact as keyof BusinessFacts].label : fact)).join(', ')}`}
                  </p>
                  <p className="text-sm break-words text-ink-soft">
                    {changedBy ?? 'In the database'}, {formatInstant(changedAt)}
                  </p>
                </div>
                {version !== current && (
                  <Button
                    variant="secondary"
                    size="small"
                    busy={fetching.isBusy && fetching.given === version}
                    busyLabel="Loading…"
                    onClick={() => fetching.run(version)}
                  >
                    Go back to version {version}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

function useFillFrom(onFill: SettingsHistoryProps['onFill']) {
  return useChange(
    async (version: number) => {
      const {
        version: _version,
        changedBy: _who,
        changedAt: _when,
        ...facts
      } = await fetchSettingsVersion(version);
      return facts;
    },
    { onDone: onFill, toastsFailure: true },
  );
}

type PreviewDialogProps = {
  /** Null: closed. */
  preview: SettingsPreview | null;
  note: string | null;
  saved: SettingsReply;
  facts: BusinessFacts;
  changed: readonly (keyof BusinessFacts)[];
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
  /** A suburb keeps the name it had. */
  onAlias: (alias: { was: string; is: string }) => void;
};

/** What each change affects, before anything is saved. */
function PreviewDialog({
  preview,
  note,
  saved,
  facts,
  changed,
  isSaving,
  onSave,
  onClose,
  onAlias,
}: PreviewDialogProps) {
  const concerned = preview?.effects.some(({ deliveries }) => deliveries > 0) ?? false;
  return (
    <ActionDialog
      open={preview !== null}
      title="Save these settings?"
      act="Save settings"
      keep="Keep editing"
      change={{ isBusy: isSaving }}
      busyLabel="Saving…"
      go={onSave}
      onClose={onClose}
    >
      {note !== null && <Notice tone="warning" announce="polite" title={note} />}
      {changed.length === 0 && (
        <p>Nothing changes for customers. What is wrong in the database is replaced.</p>
      )}
      <dl className="grid gap-4">
        {changed.map((fact) => (
          <div key={fact} className="border-l-2 border-line pl-3">
            <dt className="font-semibold">{FACTS[fact].label}</dt>
            <dd className="grid gap-1 break-words">
              <span>{describeChange(fact, saved, facts)}</span>
              {preview?.effects
                .filter(({ field }) => field === fact)
                .map(({ message, deliveries, alias }) => (
                  <span
                    key={message}
                    className={
                      deliveries > 0 ? 'font-semibold text-warning' : 'text-sm text-ink-soft'
                    }
                  >
                    {message}{' '}
                    {alias && (
                      <Button variant="secondary" size="small" onClick={() => onAlias(alias)}>
                        Yes, find {alias.was} as {alias.is}
                      </Button>
                    )}
                  </span>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      {concerned && (
        <p>Saving moves and cancels nothing that is booked. Each delivery stays as it is.</p>
      )}
      {preview && preview.lost.length > 0 && (
        <section aria-label="Booked when you won’t deliver" className="grid gap-1">
          <p className="font-semibold">Booked when you won’t deliver</p>
          <LostBookingsList lost={preview.lost} />
          <p>Once you save, you can move or refund each of these days in one go.</p>
        </section>
      )}
    </ActionDialog>
  );
}

function describeChange<Fact extends keyof BusinessFacts>(
  fact: Fact,
  before: BusinessFacts,
  after: BusinessFacts,
): string {
  return `${describeFact(fact, before[fact])} → ${describeFact(fact, after[fact])}`;
}

type LostBookingsListProps = {
  lost: readonly LostBookings[];
  /** The new settings are in force: what is booked can be decided on. */
  isSaved?: boolean;
};

/** Whose meals are booked where nothing is offered any more, and the one way to settle all of a day. */
function LostBookingsList({ lost, isSaved = false }: LostBookingsListProps) {
  const mayMove = useMayDo('moveDeliveries');
  const close = useClosing();
  return (
    <ul className="grid gap-3">
      {lost.map(({ date, windows, deliveries, meals, orders }) => (
        <li key={date} className="grid justify-items-start gap-1">
          <details className="w-full">
            <summary className="min-h-11 content-center font-semibold">
              {`${formatDate(date)}: ${counted(deliveries, 'delivery', 'deliveries')}, ${counted(meals, 'meal', 'meals')}`}
            </summary>
            <ul className="pl-5 break-words">
              {orders.map(({ orderNumber, customer, window, meals: mealsBooked }) => (
                <li key={`${orderNumber} ${window}`}>
                  {`${customer}, ${orderNumber}, ${windowLabel(window)}: ${counted(mealsBooked, 'meal', 'meals')}`}
                </li>
              ))}
              {deliveries > orders.length && <li>{`and ${deliveries - orders.length} more`}</li>}
            </ul>
          </details>
          {isSaved && mayMove && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => close({ from: date, windows, isForBooked: true })}
            >
              {`Move or refund ${formatDate(date)}`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
