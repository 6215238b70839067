import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { CopiedMenusReply } from '#areas/menu/calls/menu-weeks.ts';
import { addDays, formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { MENU_WEEKS_KEY, sendRotateMenus } from '#areas/recipes/web/portal/menu-weeks-queries.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { NumberStepper } from '#platform/web/ui/form/number-stepper.tsx';

const DAYS_IN_WEEK = 7;

type RepeatMenusProps = { weekStart: PlainDate; isBlocked: boolean };

/** Drafts for later weeks from this one, or from this and the ones after it in turn. */
export function RepeatMenus({ weekStart, isBlocked }: RepeatMenusProps) {
  const [isOpen, setOpen] = useState(false);
  const [every, setEvery] = useState(1);
  const [weeks, setWeeks] = useState(1);
  const repeating = useChange(() => sendRotateMenus({ from: weekStart, every, weeks }), {
    refresh: [{ queryKey: MENU_WEEKS_KEY }],
  });
  const last = addDays(weekStart, (every - 1) * DAYS_IN_WEEK);
  return (
    <>
      <Button
        variant="secondary"
        disabled={isBlocked}
        title={isBlocked ? 'Save your changes first' : undefined}
        onClick={() => {
          repeating.reset();
          setOpen(true);
        }}
      >
        Repeat…
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Repeat this menu"
        actions={
          <>
            <Button variant="secondary" size="small" onClick={() => setOpen(false)}>
              {repeating.result ? 'Close' : 'Cancel'}
            </Button>
            {!repeating.result && (
              <Button
                size="small"
                busy={repeating.isBusy}
                busyLabel="Making drafts…"
                onClick={() => repeating.run()}
              >
                Make drafts
              </Button>
            )}
          </>
        }
      >
        {repeating.result ? (
          <Outcome copied={repeating.result} />
        ) : (
          <div className="grid gap-4">
            <NumberStepper
              label="Weeks in the sequence"
              value={every}
              min={1}
              max={8}
              onChange={setEvery}
            />
            <NumberStepper
              label="Drafts to make"
              value={weeks}
              min={1}
              max={26}
              onChange={setWeeks}
            />
            <p>
              {every === 1
                ? `Copies the week of ${formatDate(weekStart)} to the ${weeks === 1 ? 'week' : `${weeks} weeks`} after it.`
                : `Repeats the weeks of ${formatDate(weekStart)} to ${formatDate(last)} in turn.`}{' '}
              Weeks that have a menu keep it.
            </p>
            <FailureNotice failure={repeating.failure} title="No drafts were made" />
          </div>
        )}
      </Dialog>
    </>
  );
}

function Outcome({ copied: { made, kept, leftOut } }: { copied: CopiedMenusReply }) {
  return (
    <div className="grid gap-3" role="status">
      <p>
        {made.length === 0
          ? 'No draft was made.'
          : `Drafts for the ${made.length === 1 ? 'week' : 'weeks'} of ${made.map(({ weekStart }) => formatDate(weekStart)).join(', ')}.`}
      </p>
      {kept.length > 0 && <p>Left as they were: {kept.map(formatDate).join(', ')}.</p>}
      {leftOut.length > 0 && (
        <p>Left out: {leftOut.map(({ name, why }) => `${name} (${why})`).join(', ')}.</p>
      )}
    </div>
  );
}
