import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Placeholder of the form, about as tall. */
export function CalculatorSkeleton() {
  return (
    <div role="status" data-form="">
      <span className="sr-only">Loading the calculator</span>
      <Skeleton className="h-[64rem] w-full md:h-[48rem]" />
    </div>
  );
}
