import type { ReactNode } from 'react';
import { Card } from '#platform/web/ui/layout/card.tsx';

type AccountPartProps = {
  heading: string;
  /** A button beside the heading. */
  action?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
};

export function AccountPart({ heading, action, isWide = false, children }: AccountPartProps) {
  return (
    <Card
      className={isWide ? 'grid content-start gap-3 lg:col-span-2' : 'grid content-start gap-3'}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{heading}</h2>
        {action}
      </div>
      {children}
    </Card>
  );
}
