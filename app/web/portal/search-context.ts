import { createContext, useContext } from 'react';

/** Opens the search; does nothing outside the portal. */
export const OpenSearchContext = createContext<() => void>(() => {});

export function useOpenSearch(): () => void {
  return useContext(OpenSearchContext);
}

/** As people call it on their keyboard. */
export function searchKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
}
