import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { RunOutReply, RunOutRequest } from '#areas/orders/calls/run-out.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import {
  readNewPreview,
  runOutPreviewQuery,
  sendRunOut,
} from '#areas/orders/web/portal/run-out-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { RunOutForm } from './run-out-form.tsx';
import { RunOutRows } from './run-out-rows.tsx';

type RunOutDialogProps = {
  meal: StaffMealReply;
  meals: readonly StaffMealReply[];
  /** The first day of delivery that it is missing for. */
  from: string;
  onClose: () => void;
};

/** A meal has run out: who is concerned, what each of them gets, and doing it. */
export function RunOutDialog({ meal, meals, from, onClose }: RunOutDialogProps) {
  const [request, setRequest] = useState<RunOutRequest>({ from, to: from, action: 'swap' });
  const client = useQueryClient();
  const query = runOutPreviewQuery(meal.id, request);
  const preview = useQuery(query);
  const doing = useChange((previewHash: string) => sendRunOut(meal.id, request, previewHash), {
    onDone: () => void client.invalidateQueries({ queryKey: ['staff-meals'] }),
    onFailure(_failure, { error }) {
      const changed = readNewPreview(error);
      if (changed) client.setQueryData(query.queryKey, changed);
    },
  });
  const { result } = doing;
  const shown = preview.data;
  const toDo = shown ? shown.counts.swap + shown.counts.refund + shown.counts.ask : 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Run out of ${meal.name}`}
      actions={
        result ? (
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="small" onClick={onClose}>
              Cancel
            </Button>
            {shown && toDo > 0 && (
              <Button
                size="small"
                busy={doing.isBusy}
                busyLabel="Going through the orders…"
                onClick={() => {
                  if (!preview.isFetching) doing.run(shown.previewHash);
                }}
              >
                {`Go: ${portions(toDo)}`}
              </Button>
            )}
          </>
        )
      }
    >
      {result ? (
        <Result result={result} />
      ) : (
        <div className="grid gap-5">
          <RunOutForm
            meal={meal}
            meals={meals}
            request={request}
            onChange={(change) => {
              doing.reset();
              setRequest(change);
            }}
          />
          <FailureNotice failure={doing.failure} />
          <Loaded query={preview} what="who is concerned">
            {(found) => <Preview preview={found} />}
          </Loaded>
        </div>
      )}
    </Dialog>
  );
}

function Preview({ preview }: { preview: RunOutReply }) {
  if (preview.rows.length === 0)
    return <p role="status">Nobody is waiting for this meal in these days.</p>;
  return (
    <>
      <p role="status" className="font-semibold">
        {describeCounts(preview)} {describeTold(preview)}
      </p>
      <RunOutRows rows={preview.rows} />
    </>
  );
}

function Result({ result }: { result: RunOutReply }) {
  const failed = result.rows.filter(({ ok }) => ok === false);
  const isWhole = failed.length === 0;
  return (
    <div className="grid gap-5">
      <Notice
        tone={isWhole ? 'success' : 'warning'}
        announce="polite"
        title={isWhole ? 'Done' : `${failed.length} could not be done`}
      >
        <p>
          {describeCounts(result)}{' '}
          {isWhole ? '' : 'Open this again for those that are marked: the others are done.'}
        </p>
      </Notice>
      <RunOutRows rows={[...failed, ...result.rows.filter(({ ok }) => ok !== false)]} />
    </div>
  );
}

/** "2 portions swapped, 1 portion refunded ($14.99)." */
function describeCounts({ counts, refundTotal }: RunOutReply): string {
  const parts = [
    counts.swap > 0 && `${portions(counts.swap)} swapped`,
    counts.refund > 0 && `${portions(counts.refund)} refunded ($${refundTotal})`,
    counts.ask > 0 && `${portions(counts.ask)} asked about`,
    counts.left > 0 && `${portions(counts.left)} left as they are`,
  ].filter(Boolean);
  return `${parts.join(', ')}.`;
}

function describeTold({ told }: RunOutReply): string {
  if (told === 0) return 'Nobody gets a message.';
  return `${told} customer${told === 1 ? '' : 's'} get${told === 1 ? 's' : ''} a message.`;
}

function portions(count: number): string {
  return `${count} portion${count === 1 ? '' : 's'}`;
}
