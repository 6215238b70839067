import type { SettingsPreview, SettingsReply } from '#areas/business/calls/settings.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { type BusinessFacts, describeFact, FACTS } from '#areas/business/rules/facts.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { LostBookingsList } from './lost-bookings.tsx';

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
export function PreviewDialog({
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
