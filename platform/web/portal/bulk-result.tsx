import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { describeFailure } from '#platform/web/api/api-error.ts';

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
    <Dialog open title={title} onClose={onClose} done="Done">
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

export type BulkRow = {
  id: number;
  ok: boolean;
  customer?: string | undefined;
  /** What else happens to it, or why nothing does. */
  message?: string | undefined;
  joins?: boolean;
  /** What goes back, as text with two decimals. */
  amount?: string | undefined;
};

type BulkPreviewProps = {
  /** Undefined: not known yet. */
  results: readonly BulkRow[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** What happens to those that can, one sentence each. */
  sums: readonly string[];
};

/** Who is concerned, what it does to places and money, and who stays as they are and why. */
export function BulkPreview({ results, error, onRetry, sums }: BulkPreviewProps) {
  if (error)
    return (
      <Notice tone="error" announce="polite" title="We couldn’t work it out">
        <p>{describeFailure(error)}</p>
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    );
  if (!results) return <p role="status">Working it out…</p>;
  const stay = results.filter(({ ok }) => !ok);
  return (
    <section aria-label="What happens" className="grid gap-2 rounded-2xl bg-sunken px-4 py-3">
      {sums.map((sum) => (
        <p key={sum}>{sum}</p>
      ))}
      <ul className="grid max-h-64 gap-1 overflow-y-auto text-sm">
        {results
          .filter(({ ok }) => ok)
          .map((row) => (
            <li key={row.id} className="break-words">
              {row.customer}
              {row.joins && ', joins the delivery they get then'}
              {row.amount !== undefined && `, $${row.amount}`}
              {row.message && `: ${row.message}`}
            </li>
          ))}
      </ul>
      {stay.length > 0 && (
        <>
          <p className="font-bold text-danger">
            {stay.length === 1 ? '1 stays as it is:' : `${stay.length} stay as they are:`}
          </p>
          <ul className="grid max-h-64 gap-1 overflow-y-auto text-sm">
            {stay.map(({ id, customer, message }) => (
              <li key={id} className="break-words">
                {[customer, message].filter(Boolean).join(': ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** "3 customers get an email and a text." */
export function toldText(told: number): string {
  if (told === 0) return 'Nobody is told.';
  const who = told === 1 ? '1 customer gets' : `${told} customers get`;
  return `${who} an email, and a text where it is a mobile number.`;
}

export function countOf(count: number): string {
  return count === 1 ? '1 delivery' : `${count} deliveries`;
}
