import { classNames } from '#platform/web/ui/class-names.ts';

/** A quiet placeholder shape; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('skeleton-glow rounded-xl bg-sunken', className)}
    />
  );
}
