import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import {
  createSupplier,
  type SupplierReply,
  updateSupplier,
  archiveSupplier,
  type PackReply,
} from '#areas/recipes/calls/suppliers.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';
import { suppliersQuery, type Book } from './recipe-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { useSupplierForm } from './use-supplier-form.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { formatDollars } from '#platform/rules/money.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { PackForm } from './pack-form.tsx';

type OpenSupplierProps = {
  /** Its number, or `new`. */
  id: string;
  book: Book;
  back: string;
  onGone: () => void;
};

/** One supplier with its packs. */
export function OpenSupplier({ id, book, back, onGone }: OpenSupplierProps) {
  return (
    <Loaded query={useQuery(suppliersQuery)} what="the suppliers" kind="form">
      {({ suppliers }) => {
        const supplier = suppliers.find((each) => String(each.id) === id) ?? null;
        if (!supplier && id !== 'new') return <EmptyState title="This supplier was not found" />;
        return (
          <div className="grid max-w-3xl gap-6">
            <SupplierForm
              key={contentOf(supplier)}
              supplier={supplier}
              back={back}
              onGone={onGone}
            />
            {supplier && (
              <>
                <PackList supplier={supplier} book={book} />
                <ArchiveSupplier supplier={supplier} onGone={onGone} />
              </>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** The form starts anew when someone else has changed what is in it; a saved pack leaves it alone. */
function contentOf(supplier: SupplierReply | null): string {
  if (!supplier) return 'new';
  const { name, email, address, deliveryWeekdays } = supplier;
  return JSON.stringify([name, email, address, deliveryWeekdays]);
}

const ISO_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type FormProps = { supplier: SupplierReply | null; back: string; onGone: () => void };

function SupplierForm({ supplier, back, onGone }: FormProps) {
  const [fields, setFields] = useState({
    name: supplier?.name ?? '',
    email: supplier?.email ?? '',
    address: supplier?.address ?? '',
    deliveryWeekdays: supplier?.deliveryWeekdays ?? [],
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const form = useSupplierForm(
    () =>
      supplier
        ? call(updateSupplier, {
            params: { id: String(supplier.id) },
            body: { ...fields, version: supplier.version },
          })
        : call(createSupplier, { body: fields }),
    { saved: `${fields.name} is kept.`, onSaved: supplier ? () => {} : onGone },
  );
  const days = fields.deliveryWeekdays;
  return (
    <section aria-label="About the supplier" className="grid gap-4">
      <h2 className="text-xl">{supplier?.name ?? 'New supplier'}</h2>
      <TextField
        label="Name"
        maxLength={80}
        value={fields.name}
        error={form.errors.name}
        onChange={({ target: { value } }) => set({ name: value })}
      />
      <TextField
        label="Email for orders"
        optional
        type="email"
        maxLength={254}
        value={fields.email}
        error={form.errors.email}
        hint="Without one, orders are not emailed: print them, or ring."
        onChange={({ target: { value } }) => set({ email: value })}
      />
      <TextField
        label="Address"
        optional
        maxLength={200}
        value={fields.address}
        error={form.errors.address}
        onChange={({ target: { value } }) => set({ address: value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">Delivers on</legend>
        <div className="flex flex-wrap gap-2">
          {ISO_WEEKDAYS.map((day) => (
            <CheckChip
              key={day}
              checked={days.includes(day)}
              onToggle={() =>
                set({
                  deliveryWeekdays: days.includes(day)
                    ? days.filter((one) => one !== day)
                    : [...days, day],
                })
              }
            >
              {weekdayName(day % 7)}
            </CheckChip>
          ))}
        </div>
        {days.length === 0 && (
          <p className="text-sm text-ink-soft">None: the list takes any day as a delivery day.</p>
        )}
      </fieldset>
      {form.failure !== null && (
        <Notice tone="error" announce="now" title="Not saved">
          {form.failure}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={form.isSaving} busyLabel="Saving…" onClick={form.save}>
          Save
        </Button>
        <Link to={back} className={buttonClass('secondary')}>
          Back to the list
        </Link>
      </div>
    </section>
  );
}

type ArchiveSupplierProps = { supplier: SupplierReply; onGone: () => void };

/** Takes a supplier off the list, and says what is in no order then. */
function ArchiveSupplier({ supplier, onGone }: ArchiveSupplierProps) {
  const { id, name, version, packs } = supplier;
  const preferred = packs.filter(({ isPreferred }) => isPreferred);
  const form = useSupplierForm(
    () => call(archiveSupplier, { params: { id: String(id) }, body: { version } }),
    { saved: `${name} is off the list.`, onSaved: onGone },
  );
  async function ask() {
    const isSure = await confirm({
      title: `Take ${name} off the list?`,
      text: (
        <>
          <p>Orders that were sent stay.</p>
          {preferred.length > 0 && (
            <p>
              These have no preferred pack then, and are in no order until you choose another:{' '}
              {preferred.map(({ ingredient }) => ingredient).join(', ')}.
            </p>
          )}
        </>
      ),
      act: 'Take off the list',
    });
    if (isSure) form.save();
  }
  return (
    <section aria-label="Take off the list" className="grid gap-3 border-t border-line pt-5">
      {form.failure !== null && (
        <Notice tone="error" announce="now" title="Not done">
          {form.failure}
        </Notice>
      )}
      <Button
        className="justify-self-start"
        variant="quiet"
        busy={form.isSaving}
        onClick={() => void ask()}
      >
        Take {name} off the list
      </Button>
    </section>
  );
}

type PackListProps = { supplier: SupplierReply; book: Book };

/** In which packs the supplier sells what. */
function PackList({ supplier, book }: PackListProps) {
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
