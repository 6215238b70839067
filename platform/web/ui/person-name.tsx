import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

const MOST_SHOWN = 24;

/** Whose plate it is. Of a very long name the beginning is shown; screen readers read all of it. */
export function PersonName({ name, className }: { name: string; className?: string }) {
  const characters = [...name];
  if (characters.length <= MOST_SHOWN) return <AsWritten {...{ className }}>{name}</AsWritten>;
  return (
    <AsWritten {...{ className }}>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true">{characters.slice(0, MOST_SHOWN).join('').trimEnd()}…</span>
    </AsWritten>
  );
}

/** A name, a number or an address: page translators leave it as it is, and it breaks rather than widens the page. */
export function AsWritten({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi translate="no" className={classNames('wrap-anywhere', className)}>
      {children}
    </bdi>
  );
}
