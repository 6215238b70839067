import type { ReactNode } from 'react';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

type CheckoutFrameProps = {
  heading: string;
  children?: ReactNode;
  aside?: ReactNode;
  canGoBack?: boolean;
};

export function CheckoutFrame({ heading, children, aside, canGoBack = true }: CheckoutFrameProps) {
  return (
    <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 pt-5 sm:px-6 md:pt-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:col-span-2">
        {canGoBack && (
          <Link to={paths.order({ step: 4 })} className={`${buttonClass('quiet', 'small')} -ml-4`}>
            <span aria-hidden="true">←</span> Back to your order
          </Link>
        )}
        <PageHeading className="text-2xl">{heading}</PageHeading>
      </div>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
      {aside}
    </div>
  );
}
