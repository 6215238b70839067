/** The address of the page, for its parts: what it says, and how to get to another. */
import { createContext, useCallback, useContext, useEffect, useMemo } from 'react';
import type { PathParams, Place } from './page-history.ts';

/** An address with its path, or of this page with another query or fragment. */
export type To = string | { search?: string; hash?: string };

export type NavigateOptions = {
  /** Instead of the entry in the history. */
  replace?: boolean | undefined;
  /** For anyone who reads `useLocation` there; it survives a reload. */
  state?: unknown;
  /** By default another address is shown from its top. */
  preventScrollReset?: boolean | undefined;
};

/** A number goes back or forward in the history. The answer comes once the address is the new one. */
export type Navigate = (to: To | number, options?: NavigateOptions) => Promise<void>;

/** Asked before the address changes. */
export type Guard = {
  blocks: (to: { pathname: string; search: string }) => boolean;
  /** `leave` goes on to where it was to go. */
  ask: (leave: () => void) => void;
};

export type Navigation = {
  place: Place;
  params: PathParams;
  /** Reached by Back or Forward, or the first. */
  isFromHistory: boolean;
  navigate: Navigate;
  /** The address with its path. */
  resolve: (to: To) => string;
  /** Whether this document shows that address; otherwise it is another document. */
  isHere: (href: string) => boolean;
  /** Returns how to take the guard away. */
  addGuard: (guard: Guard) => () => void;
  /** Whether someone would be asked before they leave this page. */
  hasUnsaved: () => boolean;
};

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('a part of a page is shown without an address');
  return navigation;
}

export const useLocation = (): Place => useNavigation().place;

export const useNavigate = (): Navigate => useNavigation().navigate;

/** What stands in the path for ":token". */
export const useParams = (): Partial<PathParams> => useNavigation().params;

type NextParams =
  | URLSearchParams
  | Record<string, string>
  | ((before: URLSearchParams) => URLSearchParams);

/** The query, and how to change it. */
export function useSearchParams(): [
  URLSearchParams,
  (next: NextParams, options?: NavigateOptions) => void,
] {
  const { place, navigate } = useNavigation();
  const params = useMemo(() => new URLSearchParams(place.search), [place.search]);
  const setParams = useCallback(
    (next: NextParams, options?: NavigateOptions) => {
      const after = typeof next === 'function' ? next(params) : new URLSearchParams(next);
      void navigate({ search: after.toString() }, options);
    },
    [navigate, params],
  );
  return [params, setParams];
}

/** The same query with these values; empty or null: without. */
export function withValues(
  params: URLSearchParams,
  values: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Goes there as soon as it is shown. */
export function Navigate({ to, replace }: { to: To; replace?: boolean }): null {
  const { navigate } = useNavigation();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}
