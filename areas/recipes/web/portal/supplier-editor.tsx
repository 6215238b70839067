import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import {
  createSupplier,
  type SupplierReply,
  updateSupplier,
} from '#areas/recipes/calls/suppliers.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';
import { suppliersQuery } from '#areas/recipes/web/portal/suppliers-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { Book } from '#areas/recipes/web/portal/recipe-book-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { ArchiveSupplier } from './archive-supplier.tsx';
import { PackList } from './pack-list.tsx';
import { useSupplierForm } from './use-supplier-form.ts';

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
