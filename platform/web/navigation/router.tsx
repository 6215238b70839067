import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { NavigationContext } from './address.ts';
import { browserHistory, type Place } from './page-history.ts';
import { PageRouter, type RouterOptions } from './page-router.ts';

type RouterProps = Omit<RouterOptions, 'history'> & Partial<Pick<RouterOptions, 'history'>>;

/** Shows the pages of one document, and gives the address to all their parts. */
export function Router({ first, load, history = browserHistory }: RouterProps) {
  const [router] = useState(() => new PageRouter({ first, load, history }));
  const [view, setView] = useState(router.view);
  useEffect(() => router.listen((next) => startTransition(() => setView(next))), [router]);

  const { place, shown, isFromHistory, keepsScroll } = view;
  useLayoutEffect(() => {
    if (!keepsScroll) scrollToPlace(place);
  }, [place, keepsScroll]);

  const navigation = useMemo(() => {
    const { navigate, resolve, isHere, addGuard, hasUnsaved } = router;
    return {
      navigate,
      resolve,
      isHere,
      addGuard,
      hasUnsaved,
      place,
      params: shown.params,
      isFromHistory,
    };
  }, [router, place, shown, isFromHistory]);
  return <NavigationContext value={navigation}>{shown.element}</NavigationContext>;
}

function scrollToPlace({ hash }: Place): void {
  const named = hash === '' ? null : document.getElementById(hash.slice(1));
  if (named) named.scrollIntoView();
  else scrollTo(0, 0);
}

/** What a route says about its page besides the element it shows. */
type PageHandle = {
  /** Comes before the business's name in the window's title; empty: the page sets it. */
  title: string;
};

/** "Menu · Derwent Kitchen". */
export function documentTitle(handle: PageHandle, businessName: string): string {
  return handle.title === '' ? businessName : `${handle.title} · ${businessName}`;
}
