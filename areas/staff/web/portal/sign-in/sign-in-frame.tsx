import type { ReactNode } from 'react';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

export function SignInFrame({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-10 sm:py-16">
      <PageHeading className="text-2xl">{heading}</PageHeading>
      <Card padding="large" className="grid gap-5">
        {children}
      </Card>
    </div>
  );
}
