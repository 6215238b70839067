import { dryRunQuery, freshQuery } from '#platform/web/api/call-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  bringBackSampleMenu,
  readSampleMenu,
  removeSampleMenu,
  type SampleMenuReply,
} from '#areas/recipes/calls/sample-menu.ts';
import { removalText } from '#areas/recipes/rules/sample-menu.ts';
import { recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

const sampleMenuQuery = freshQuery(['sample-menu'], readSampleMenu);

const REFRESH = [
  { queryKey: STAFF_MEALS_KEY },
  { queryKey: sampleMenuQuery.queryKey },
  { queryKey: recipeBookQuery.queryKey },
];

/** While meals of the sample menu are there, the way to remove them; for 30 days after, the way back. */
export function SampleMenuNotice() {
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(sampleMenuQuery);
  if (!data) return null;
  return (
    <>
      {data.removed && <Removed removed={data.removed} />}
      {data.meals > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-sunken px-4 py-2">
          <p>{data.meals === 1 ? '1 meal is' : `${data.meals} meals are`} from the sample menu.</p>
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            Remove the sample menu…
          </Button>
        </div>
      )}
      {isAsking && <RemoveDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function Removed({
  removed: { meals, until },
}: {
  removed: NonNullable<SampleMenuReply['removed']>;
}) {
  const formatInstant = useFormatInstant();
  const back = useChange(() => call(bringBackSampleMenu, {}), {
    says: 'Sample Menu Is Back',
    toastsFailure: true,
    refresh: REFRESH,
  });
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          The sample menu is removed: {meals === 1 ? '1 meal' : `${meals} meals`}. It can come back
          until {formatInstant(until)}.
        </p>
        <Button
          variant="secondary"
          size="small"
          busy={back.isBusy}
          busyLabel="Bringing back…"
          onClick={() => back.run()}
        >
          Bring back
        </Button>
      </div>
    </Notice>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const preview = useQuery(dryRunQuery(removeSampleMenu, { body: {} }));
  const removing = useChange(
    (previewHash: string) => call(removeSampleMenu, { body: { previewHash } }),
    { says: 'Sample Menu Removed', onDone: onClose, refresh: REFRESH },
  );
  const { data } = preview;
  return (
    <ActionDialog
      title="Remove the sample menu"
      act="Remove the sample menu"
      busyLabel="Removing…"
      danger
      preview={preview}
      isReady={data !== undefined && data.refusal === null && data.meals > 0}
      change={removing}
      failureTitle="Nothing was removed"
      go={() => data && removing.run(data.previewHash)}
      onClose={onClose}
    >
      {data ? (
        <>
          <p>{removalText(data)}</p>
          <p className="text-ink-soft">You can bring it back for 30 days.</p>
          {data.refusal !== null && (
            <Notice tone="warning" title={data.refusal}>
              <p>You are open, and the sample menu is all that customers can order.</p>
            </Notice>
          )}
        </>
      ) : (
        <p role="status">{preview.error ? 'We couldn’t work it out.' : 'Working it out…'}</p>
      )}
    </ActionDialog>
  );
}
