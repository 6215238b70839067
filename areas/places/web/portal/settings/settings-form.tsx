import { type FormEvent, useRef } from 'react';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { useUnsavedGuard } from '#platform/web/navigation/use-unsaved-guard.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { UnsavedBanner } from '#platform/web/ui/feedback/unsaved-banner.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FactField } from './fact-field.tsx';
import { SECTIONS } from '#areas/business/rules/facts.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { SettingsNotices } from './settings-notices.tsx';
import { SETTINGS_PARTS } from './settings-parts.ts';
import { type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts';
import { useOpenSection } from './use-open-section.ts';
import { useSaveSettings } from './use-save-settings.ts';

type SettingsFormProps = {
  saved: SettingsReply;
  /** Of `SECTIONS`, by their titles. */
  sections: readonly string[];
};

/** One part of Settings, saved on its own. The first also has the way back to all that was. */
export function SettingsForm({ saved, sections }: SettingsFormProps) {
  const draft = useSettingsDraft(saved);
  const saving = useSaveSettings(saved, draft);
  const guard = useUnsavedGuard(draft.changed.length > 0);
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
        <UnsavedBanner message={describeUnsaved(draft.changed.length, wrong)}>
          {draft.changed.length > 0 && (
            <Button variant="secondary" size="small" onClick={draft.clear}>
              Undo changes
            </Button>
          )}
          <Button type="submit" size="small" busy={saving.isAsking} busyLabel="Checking…">
            {wrong > 0 ? 'Show the first mistake' : 'Preview and save'}
          </Button>
        </UnsavedBanner>
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
      <ConfirmDialog
        open={guard.isAsking}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.leave}
        onCancel={guard.stay}
      >
        <p>Your changes to the settings will be lost.</p>
      </ConfirmDialog>
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
          <FactField
            key={field.path}
            field={field}
            facts={draft.facts}
            problems={draft.problems}
            onChange={draft.change}
          />
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
