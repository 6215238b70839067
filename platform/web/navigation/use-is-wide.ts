import { useSyncExternalStore } from 'react';

/** From here on the portal has its sidebar. */
const WIDE = '(width >= 56.25rem)';

/** Only for what is shown in the browser alone. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(WIDE).matches);
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
