import type { ReactNode } from 'react';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSendToPrinter, useSavePrintout } from '#areas/printouts/web/use-printout.ts';
import { Button, buttonClass, type ButtonVariant } from '#platform/web/ui/form/button.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type PrintoutButtonProps = {
  source: PrintoutSource;
  /** Toast title once the file is saved: 'Prep Sheet Downloaded'. */
  saved: string;
  /** What the button acts on, for screen readers: "prep sheet". */
  about: string;
  variant?: ButtonVariant;
  children: ReactNode;
};

export function DownloadButton({ source, saved, ...look }: PrintoutButtonProps) {
  const { showToast } = useToast();
  const save = useSavePrintout({ source, saved, tell: showToast });
  return <PrintoutButton {...look} busy={save.isBusy} onClick={() => save.run()} />;
}

export function PrintButton({ source, saved, ...look }: PrintoutButtonProps) {
  const { showToast } = useToast();
  const print = useSendToPrinter({ saved, tell: showToast });
  return <PrintoutButton {...look} busy={print.isBusy} onClick={() => print.run(source)} />;
}

/** Opens in a new tab; the document says that it is only a preview. */
export function PreviewLink({ source, about }: Pick<PrintoutButtonProps, 'source' | 'about'>) {
  return (
    <a
      href={source.previewAddress}
      target="_blank"
      rel="noopener"
      className={buttonClass('quiet', 'small')}
    >
      Preview<VisuallyHidden> {about} (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

type LookProps = Pick<PrintoutButtonProps, 'about' | 'variant' | 'children'> & {
  busy: boolean;
  onClick: () => void;
};

function PrintoutButton({ about, variant = 'secondary', children, busy, onClick }: LookProps) {
  return (
    <Button variant={variant} size="small" busy={busy} onClick={onClick}>
      {children}
      <VisuallyHidden> {about}</VisuallyHidden>
    </Button>
  );
}
