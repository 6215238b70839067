/** An empty plate between fork and knife, with the person's number. Decoration. */
export function PlaceSetting({ number }: { number: number }) {
  return (
    <svg viewBox="0 0 72 56" className="w-18 shrink-0" aria-hidden="true">
      <g fill="none" strokeLinecap="round" className="stroke-control" strokeWidth="2">
        <path d="M5 12v8q0 4 3 4t3-4v-8M8 12v32" />
        <path d="M64 44V12q4 4 4 12l-4 4" strokeLinejoin="round" />
      </g>
      <circle cx="36" cy="28" r="21" className="fill-sunken stroke-line" strokeWidth="1.5" />
      <circle cx="36" cy="28" r="15" className="fill-surface stroke-line" />
      <text
        x="36"
        y="34"
        textAnchor="middle"
        className="fill-ink-soft font-serif text-lg font-semibold"
      >
        {number}
      </text>
    </svg>
  );
}
