import { AsWritten } from '#platform/web/ui/as-written.tsx';

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
