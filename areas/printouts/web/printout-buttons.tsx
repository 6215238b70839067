import type { ReactNode } from 'react';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSendToPrinter, useSavePrintout } from './use-printout.tsx';
import { Button, buttonClass, type ButtonVariant } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type PrintoutButtonProps = {
  source: PrintoutSource;
  /** Toast title once the file is saved: 'Prep Sheet Downloaded'. */
  saved: string;
  /** What the button acts on, for screen readers: "prep sheet". */
  about: string;
  variant?: ButtonVariant;
  size?: 'small' | 'large';
  children: ReactNode;
};

export function DownloadButton({ source, saved, ...look }: PrintoutButtonProps) {
  const save = useSavePrintout({ source, saved });
  return <PrintoutButton {...look} busy={save.isBusy} onClick={() => save.run()} />;
}

type PrintButtonProps = PrintoutButtonProps & {
  /** The newest of what it prints: when that was, and whether it still says what is so. */
  printed?: readonly PrintoutReply[];
};

export function PrintButton({ source, saved, printed = [], ...look }: PrintButtonProps) {
  const formatInstant = useFormatInstant();
  const print = useSendToPrinter({ saved });
  const last = printed
    .map(({ printedAt }) => printedAt)
    .toSorted()
    .at(-1);
  return (
    <>
      {last !== undefined && (
        <span className="text-sm text-ink-soft">
          Printed {formatInstant(last)}
          <Changed printed={printed} />
        </span>
      )}
      <PrintoutButton {...look} busy={print.isBusy} onClick={() => print.run(source)} />
    </>
  );
}

/** Since it was printed; nothing while it still holds. */
function Changed({ printed }: { printed: readonly PrintoutReply[] }) {
  if (!printed.some(({ isStale }) => isStale)) return null;
  const orders = new Set(
    printed.flatMap(({ orders: changed }) => changed.map(({ orderId }) => orderId)),
  ).size;
  const what = orders === 1 ? '1 order' : `${orders} orders`;
  return <strong className="text-warning">. Out of date{orders > 0 && `: ${what} changed`}</strong>;
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

type LookProps = Pick<PrintoutButtonProps, 'about' | 'variant' | 'size' | 'children'> & {
  busy: boolean;
  onClick: () => void;
};

function PrintoutButton({
  about,
  variant = 'secondary',
  size = 'small',
  children,
  busy,
  onClick,
}: LookProps) {
  return (
    <Button variant={variant} size={size} busy={busy} onClick={onClick}>
      {children}
      <VisuallyHidden> {about}</VisuallyHidden>
    </Button>
  );
}
