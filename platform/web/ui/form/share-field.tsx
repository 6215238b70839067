import { Button } from './button.tsx';
import { CopyField } from './dialog-button.tsx';

/** A link to pass on: copied, or shared as the device does it. */
export function ShareField({ label, link, hint }: { label: string; link: string; hint: string }) {
  const mayShare = typeof navigator !== 'undefined' && 'share' in navigator;
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <CopyField label={label} value={link} />
      </div>
      <p className="text-sm text-ink-soft">{hint}</p>
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
