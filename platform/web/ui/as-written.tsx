import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type AsWrittenProps = { children: ReactNode; className?: string };

/** A name, a number or an address: page translators leave it as it is, and it breaks rather than widens the page. */
export function AsWritten({ children, className }: AsWrittenProps) {
  return (
    <bdi translate="no" className={classNames('wrap-anywhere', className)}>
      {children}
    </bdi>
  );
}
