import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useSignedIn } from '#platform/web/api/session.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { morePagesFor, portalPartOf } from '#app/web/portal/parts.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { LINE_TAB_CLASS } from '#platform/web/ui/layout/tabs.tsx';
import { useOpenPalette } from './palette-context.ts';

const LINK_CLASS =
  'flex min-h-11 items-center rounded-xl px-3 font-semibold hover:bg-primary-soft ' +
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary';

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The pages of the portal that are no tab: a button that opens a list of links. Says which of them is open. */
export function MoreMenu() {
  const [params] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const openPalette = useOpenPalette();
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { role, rights } = useSignedIn();
  const pages = morePagesFor(rights);
  const shown = pages.find((part) => part === portalPartOf(params, role));

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (event.key === 'Escape' && isOpen) {
      setIsOpen(false);
      button.current?.focus();
    } else if (step !== undefined && list.current) {
      event.preventDefault();
      const links = [...list.current.querySelectorAll<HTMLElement>('a, button')].filter((one) =>
        one.checkVisibility(),
      );
      const at = links.findIndex((link) => link === document.activeElement);
      links.at(at < 0 && step < 0 ? -1 : (at + step) % links.length)?.focus();
    }
  }

  /** By Tab, or with a tap elsewhere. */
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
  }
  return (
    <nav aria-label="More pages" className="relative shrink-0">
      <div
        role="presentation"
        onKeyDown={press}
        onBlur={leave}
        // Not every browser focuses what is tapped; without this, a tap on a link would close the list first.
        onMouseDown={(event) => {
          if (list.current?.contains(event.target as Node)) event.preventDefault();
        }}
      >
        <button
          ref={button}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          data-state={shown && 'active'}
          className={classNames(LINE_TAB_CLASS, 'whitespace-nowrap')}
          // Leaving is noticed only by what has the focus.
          onClick={({ currentTarget }) => {
            currentTarget.focus();
            setIsOpen(!isOpen);
          }}
        >
          {shown ? `More: ${shown.label}` : 'More'}
          <span aria-hidden="true" className="ml-1.5 inline-block text-xs">
            ▾
          </span>
        </button>
        {isOpen && (
          <ul
            ref={list}
            id={listId}
            className="absolute top-full right-0 z-30 mt-1 grid w-[min(23rem,calc(100vw-2rem))] grid-cols-2 gap-0.5 rounded-2xl border border-line bg-surface p-2 shadow-raised sm:right-auto sm:left-0"
          >
            {pages.map((part) => (
              <li key={part.tab}>
                <Link
                  to={paths.admin({ tab: part.tab })}
                  aria-current={part === shown ? 'page' : undefined}
                  onClick={() => setIsOpen(false)}
                  className={LINK_CLASS}
                >
                  {part.label}
                </Link>
              </li>
            ))}
            <li className="md:hidden">
              <button
                type="button"
                onClick={() => {
                  setIsOpen(false);
                  openPalette();
                }}
                className={classNames(LINK_CLASS, 'w-full text-left')}
              >
                Go to…
              </button>
            </li>
          </ul>
        )}
      </div>
    </nav>
  );
}
