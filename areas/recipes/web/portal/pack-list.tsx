import { useState } from 'react';
import type { PackReply, SupplierReply } from '#areas/recipes/calls/suppliers.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { Book } from '#areas/recipes/web/portal/recipe-book-queries.ts';
import { PackForm } from './pack-form.tsx';

type PackListProps = { supplier: SupplierReply; book: Book };

/** In which packs the supplier sells what. */
export function PackList({ supplier, book }: PackListProps) {
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="packs-heading" className="grid gap-3 border-t border-line pt-5">
      <h3 id="packs-heading" className="text-lg">
        Packs
      </h3>
      {supplier.packs.length === 0 && <p className="text-ink-soft">None yet.</p>}
      <ul className="grid">
        {supplier.packs.map((pack) => (
          <li key={pack.id} className="grid gap-2 border-t border-line py-2">
            <Pack pack={pack} onEdit={() => setOpen(open === pack.id ? null : pack.id)} />
            {open === pack.id && (
              <PackForm supplier={supplier} pack={pack} book={book} onDone={close} />
            )}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <PackForm supplier={supplier} pack={null} book={book} onDone={close} />
      ) : (
        <Button
          className="justify-self-start"
          variant="secondary"
          size="small"
          onClick={() => setOpen('new')}
        >
          Add pack
        </Button>
      )}
    </section>
  );
}

function Pack({ pack, onEdit }: { pack: PackReply; onEdit: () => void }) {
  const { ingredient, name, qty, baseUnit, code, priceCents, step, minPacks, keepsDays } = pack;
  const facts = [
    formatQuantity(qty, baseUnit),
    ...(code === '' ? [] : [`code ${code}`]),
    priceCents === null ? 'price not known' : formatDollars(priceCents),
    ...(step > 1 ? [`${step} at a time`] : []),
    ...(minPacks > 0 ? [`at least ${minPacks}`] : []),
    ...(keepsDays === null ? [] : [`keeps ${keepsDays} ${keepsDays === 1 ? 'day' : 'days'}`]),
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div>
        <p>
          <span className="font-semibold">{ingredient}</span>, {name || 'pack'}{' '}
          {pack.isPreferred && <Badge variant="secondary">preferred</Badge>}{' '}
          {!pack.isLabelRead && <Badge variant="outline">label not read</Badge>}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">{facts.join(', ')}</p>
      </div>
      <Button variant="quiet" size="small" onClick={onEdit}>
        Edit
        <span className="sr-only">
          {' '}
          {name} of {ingredient}
        </span>
      </Button>
    </div>
  );
}
