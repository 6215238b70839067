import { type FormEvent, useRef, type RefObject, useEffect } from 'react';
import type { SettingsReply, LostBookings } from '#areas/business/calls/settings.ts';
import { type BusinessFacts, SECTIONS } from '#areas/business/rules/facts.ts';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FactField } from './fact-field.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { SETTINGS_PARTS } from './settings-parts.ts';
import { type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts';
import { useSaveSettings } from './use-save-settings.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { LostBookingsList } from './lost-bookings.tsx';

type SettingsFormProps = {
  saved: SettingsReply;
  /** Of `SECTIONS`, by their titles. */
  sections: readonly string[];
};

/** One part of Settings, saved on its own. The first also has the way back to all that was. */
export function SettingsForm({ saved, sections }: SettingsFormProps) {
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

type FieldsProps = { draft: SettingsDraft; sections: readonly string[] };

function Fields({ draft, sections }: FieldsProps) {
  return SECTIONS.filter(({ title }) => sections.includes(title)).map(({ title, fields }) => (
    <Card key={title} as="section" aria-label={title} className="grid grid-cols-1 gap-4">
      <h2 className="text-lg">{title}</h2>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        {fields.map((field) => (
          <div key={field.path} data-fact={field.path} className="scroll-mt-16">
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

/** What happened to the settings other than by this form. */
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
          <p>Choose what becomes of their deliveries. Until then, Today lists them.</p>
          <LostBookingsList lost={lost} isSaved />
        </Notice>
      )}
    </>
  );
}
