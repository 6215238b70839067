type EnergyBarProps = { calories: number; target: number };

/** How much of the plan lunch and dinner provide. The numbers are beside it. */
export function EnergyBar({ calories, target }: EnergyBarProps) {
  const percent = Math.min(100, (calories / target) * 100);
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="h-1.5 w-full rounded-full"
      aria-hidden="true"
    >
      <rect width="100" height="4" className="fill-sunken" />
      <rect width={percent} height="4" className="fill-mango" />
    </svg>
  );
}
