import { useState, useCallback, useEffect } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { FillWeekDialog } from '#areas/checkout/web/site/fill-week-dialog.tsx';

/** Fills the empty cells of a week, of everyone who is asked for. */
export function FillButton() {
  const [isFilling, setIsFilling] = useState(false);
  const { loaded, loadAgain } = useFillDialog();

  function fill() {
    setIsFilling(true);
    if (loaded === 'failed') loadAgain();
  }

  return (
    <>
      <Button variant="secondary" size="small" className="max-sm:px-3" onClick={fill}>
        <span>
          Fill<span className="sr-only"> the week for me</span>
        </span>
      </Button>
      <p role="status" className="text-sm text-danger empty:hidden">
        {isFilling && loaded === 'failed'
          ? 'We couldn’t load this. Please check your connection and tap again.'
          : ''}
      </p>
      {loaded !== null && loaded !== 'failed' && (
        <loaded.Dialog open={isFilling} onClose={() => setIsFilling(false)} />
      )}
    </>
  );
}

type Loaded = { Dialog: typeof FillWeekDialog };

/**
 * "Fill the week" is fetched after the step is on screen, so that nobody waits for it; a tap fetches it once more if that
 * failed. Null: not here yet.
 */
function useFillDialog(): { loaded: Loaded | 'failed' | null; loadAgain: () => void } {
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null);

  const load = useCallback(() => {
    import('#areas/checkout/web/site/fill-week-dialog.tsx').then(
      ({ FillWeekDialog: Dialog }) => setLoaded({ Dialog }),
      () => setLoaded('failed'),
    );
  }, []);

  useEffect(load, [load]);

  function loadAgain() {
    setLoaded(null);
    load();
  }

  return { loaded, loadAgain };
}
