import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Opens the `details` around an address's fragment. Browsers do so themselves, but not for links that scripts follow.
 */
export function useOpenAnswer(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(decodeHash(hash));
    const details = part?.closest('details');
    if (!part || !details) return;
    details.open = true;
    part.scrollIntoView();
  }, [hash, key]);
}

/** The fragment can be anything. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
