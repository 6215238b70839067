import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type NavigateOptions, type To, useNavigation } from './address.ts';
import { hrefOf } from './page-history.ts';

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  NavigateOptions & { to: To };

/** A link that changes the page at hand where this document has the other address too; otherwise a plain one. */
export function Link(props: LinkProps) {
  const { to, replace, state, preventScrollReset, onClick, children, ...rest } = props;
  const { place, resolve, isHere, navigate } = useNavigation();
  const href = resolve(to);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event) || !isHere(href)) return;
    event.preventDefault();
    // As browsers do: the same address again is no further step in the history.
    void navigate(href, { replace: replace ?? href === hrefOf(place), state, preventScrollReset });
  }

  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** The value of `aria-current` of a link to `to` on the page at `pathname`. */
export function currentIn(pathname: string, to: string): 'page' | undefined {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)) ? 'page' : undefined;
}

/** To open in another tab or window, or to save. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey, currentTarget } = event;
  const isElsewhere = currentTarget.target !== '' && currentTarget.target !== '_self';
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey || isElsewhere;
}
