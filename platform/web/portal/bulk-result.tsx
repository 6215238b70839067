import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { BulkRow } from './bulk-preview.tsx';

type BulkResultProps = {
  /** Null: nothing was done. */
  rows: readonly BulkRow[] | null;
  /** "2 orders are delivered now." */
  title: string;
  onClose: () => void;
};

/** How it went, row by row; those that stayed as they were come first. */
export function BulkResult({ rows, title, onClose }: BulkResultProps) {
  if (!rows) return null;
  const stayed = rows.filter(({ ok }) => !ok);
  const done = rows.filter(({ ok }) => ok);
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        {stayed.length > 0 && (
          <section aria-label="Not changed" className="grid gap-1">
            <h3 className="text-base font-bold text-danger">
              {stayed.length} not changed, still ticked
            </h3>
            <Rows rows={stayed} />
          </section>
        )}
        {done.length > 0 && (
          <section aria-label="Changed" className="grid gap-1">
            <h3 className="text-base font-bold">{done.length} done</h3>
            <Rows rows={done} />
          </section>
        )}
      </div>
    </Dialog>
  );
}

function Rows({ rows }: { rows: readonly BulkRow[] }) {
  return (
    <ul className="grid gap-1 text-sm">
      {rows.map(({ id, customer, message, amount }) => (
        <li key={id} className="break-words">
          {customer}
          {amount !== undefined && `, $${amount} refunded`}
          {message !== undefined && `: ${message}`}
        </li>
      ))}
    </ul>
  );
}
