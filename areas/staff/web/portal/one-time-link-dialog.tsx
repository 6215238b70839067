import type { LinkReply } from '#areas/staff/calls/staff.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';

/** A link that is shown only once. Null: closed. */
export function OneTimeLinkDialog({
  link,
  onClose,
}: {
  link: LinkReply | null;
  onClose: () => void;
}) {
  const formatInstant = useFormatInstant();
  return (
    <Dialog
      open={link !== null}
      onClose={onClose}
      title="A link for one person"
      actions={
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      }
    >
      {link && (
        <div className="grid gap-4">
          <p>
            Send this link to <strong className="break-all">{link.email}</strong> yourself. We show
            it only once. It works once and expires {formatInstant(link.expiresAt)}.
          </p>
          <CopyField label="Link" value={link.url} />
        </div>
      )}
    </Dialog>
  );
}
