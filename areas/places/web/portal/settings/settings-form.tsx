import { type FormEvent, useRef } from 'react';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FactField } from './fact-field.tsx';
import { SECTIONS } from '#areas/business/rules/facts.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { SettingsNotices } from './settings-notices.tsx';
import { type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts';
import { useOpenSection } from './use-open-section.ts';
import { useSaveSettings } from './use-save-settings.ts';

export function SettingsForm({ saved }: { saved: SettingsReply }) {
  const draft = useSettingsDraft(saved);
  const saving = useSaveSettings(saved, draft);
  const form = useRef<HTMLFormElement>(null);
  useOpenSection(form);
  const wrong = Object.keys(draft.problems).length;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wrong === 0) saving.ask();
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  function fill(facts: BusinessFacts) {
    draft.fill(facts);
    scrollTo({ top: 0 });
  }

  return (
    <form ref={form} className="grid grid-cols-1 gap-5" onSubmit={submit} noValidate>
      <SettingsNotices saved={saved} overtakenBy={saving.overtakenBy} lost={saving.lost} />
      <Fields key={`${saved.version}-${draft.formKey}`} draft={draft} />
      <SettingsHistory current={saved.version} onFill={fill} />
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

function Fields({ draft }: { draft: SettingsDraft }) {
  return SECTIONS.map(({ title, fields }) => (
    <Card key={title} as="section" aria-label={title} className="grid grid-cols-1 gap-4">
      <h3 className="text-lg">{title}</h3>
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
