import { classNames } from '../class-names.ts';

/** A quiet shape where something is about to be; its size comes from `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('skeleton-glow rounded-xl bg-sunken', className)}
    />
  );
}
