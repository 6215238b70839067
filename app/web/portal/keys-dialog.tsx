import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { searchKeys } from './search-context.ts';

const LISTS = [
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['x', 'Tick the row, or untick it'],
  ['Shift + click', 'Tick all rows in between'],
  ['Enter', 'Open the row'],
  ['Esc', 'Untick all'],
] as const;

/** Every key that does something, while nothing is typed. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      {open && (
        <div className="grid gap-5">
          <Keys
            title="Everywhere in the portal"
            keys={[
              [searchKeys(), 'Find or do anything'],
              ['/', 'Search'],
              ['?', 'These keys'],
            ]}
          />
          <Keys title="In Customer Orders and Deliveries" keys={LISTS} />
        </div>
      )}
    </Dialog>
  );
}

type KeysProps = { title: string; keys: readonly (readonly [string, string])[] };

function Keys({ title, keys }: KeysProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-base font-bold">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-line bg-sunken px-2 py-0.5 font-sans text-sm whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
