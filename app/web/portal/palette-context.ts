import { createContext, useContext } from 'react';

/** Opens the command palette; does nothing outside the portal. */
export const OpenPaletteContext = createContext<() => void>(() => {});

export function useOpenPalette(): () => void {
  return useContext(OpenPaletteContext);
}

/** As people call it on their keyboard. */
export function paletteKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
}
