import type { TrackedOrderReply } from '#contract/orders.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CopyField } from '#web/ui/form/copy-field.tsx';

type RecipientLinkProps = { recipient: NonNullable<TrackedOrderReply['recipient']> };

/** The link to pass on to whom the food goes: what comes and when, without prices. */
export function RecipientLink({ recipient: { firstName, link } }: RecipientLinkProps) {
  const mayShare = typeof navigator !== 'undefined' && 'share' in navigator;
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <CopyField label={`Link for ${firstName}`} value={link} />
      </div>
      <p className="text-sm text-ink-soft">
        It shows what comes and when, without prices. Your own link stays with you.
      </p>
      {mayShare && (
        <Button
          variant="secondary"
          size="small"
          // Closing the sheet without choosing rejects.
          onClick={() => void navigator.share({ url: link }).catch(() => {})}
        >
          Share the link
        </Button>
      )}
    </div>
  );
}
