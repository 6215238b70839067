import { useEffect } from 'react';

/** On a page that puts its scripts first: once `isUsable`, or once it is left, the fonts may come. */
export function useFontsOnce(isUsable: boolean): void {
  useEffect(() => {
    const bringFonts = () => document.documentElement.removeAttribute('data-scripts-first');
    if (isUsable) bringFonts();
    return bringFonts;
  }, [isUsable]);
}
