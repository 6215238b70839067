import { useCallback, useEffect, useState } from 'react';
import type { FillWeekDialog } from '#areas/checkout/web/site/fill-week-dialog.tsx';

type Loaded = { Dialog: typeof FillWeekDialog };

/**
 * "Fill the week" is fetched after the step is on screen, so that nobody waits for it; a tap fetches it once more if that
 * failed. Null: not here yet.
 */
export function useFillDialog(): { loaded: Loaded | 'failed' | null; loadAgain: () => void } {
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
