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
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { useSupplierForm, PackForm } from './pack-form.tsx';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { formatAmount, formatDollars, parseAmount } from '#platform/rules/money.ts';
import {
  ANY_DAY_TEXT,
  ISO_WEEKDAYS,
  type Round,
  shortWeekday,
  USUAL_ARRIVES_BY,
  usualRound,
} from '#areas/menu/rules/supplier-rounds.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { textFields } from '#platform/web/api/use-form.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';

type OpenSupplierProps = {
  /** Its number, or `new`. */
  id: string;
  book: Book;
  back: string;
  onGone: () => void;
};

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

/** The form starts again when someone else has changed what is in it; a saved pack leaves it alone. */
function contentOf(supplier: SupplierReply | null): string {
  if (!supplier) return 'new';
  const { packs: _packs, version: _version, ...content } = supplier;
  return JSON.stringify(content);
}

type FormProps = { supplier: SupplierReply | null; back: string; onGone: () => void };

function SupplierForm({ supplier, back, onGone }: FormProps) {
  const [fields, setFields] = useState({
    name: supplier?.name ?? '',
    email: supplier?.email ?? '',
    address: supplier?.address ?? '',
    rounds: supplier?.rounds ?? [],
    arrivesByMinute: supplier?.arrivesByMinute ?? USUAL_ARRIVES_BY,
    minOrder: formatAmount(supplier?.minOrderCents ?? 0),
    delivery: formatAmount(supplier?.deliveryCents ?? 0),
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const form = useSupplierForm(
    () => {
      const { minOrder, delivery, ...rest } = fields;
      // What is no amount is refused at its field.
      const minOrderCents = parseAmount(minOrder.trim()) ?? -1;
      const deliveryCents = parseAmount(delivery.trim()) ?? -1;
      const body = { ...rest, minOrderCents, deliveryCents };
      return supplier
        ? call(updateSupplier, {
            params: { id: String(supplier.id) },
            body: { ...body, version: supplier.version },
          })
        : call(createSupplier, { body });
    },
    { saved: `${fields.name} is kept.`, onSaved: supplier ? () => {} : onGone },
  );
  const text = textFields(fields, set, {
    ...form.errors,
    minOrder: form.errors.minOrderCents,
    delivery: form.errors.deliveryCents,
  });
  return (
    <section aria-label="About the supplier" className="grid gap-4">
      <h2 className="text-xl">{supplier?.name ?? 'New supplier'}</h2>
      <TextField label="Name" maxLength={80} {...text('name')} />
      <TextField
        label="Email for orders"
        optional
        type="email"
        maxLength={254}
        hint="Without one, orders are not emailed: print them, or ring."
        {...text('email')}
      />
      <TextField label="Address" optional maxLength={200} {...text('address')} />
      <Rounds rounds={fields.rounds} errors={form.errors} onChange={(rounds) => set({ rounds })} />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <TextField
          label="Here by"
          type="time"
          value={timeText(fields.arrivesByMinute)}
          error={form.errors.arrivesByMinute}
          onChange={({ target: { value } }) => set({ arrivesByMinute: minuteOf(value) })}
        />
        <TextField label="Their minimum order, $" inputMode="decimal" {...text('minOrder')} />
        <TextField label="Their fee for a delivery, $" inputMode="decimal" {...text('delivery')} />
      </div>
      <FailureNotice failure={form.failure} title="Not saved" />
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

type RoundsProps = {
  rounds: readonly Round[];
  errors: FieldErrors;
  onChange: (rounds: Round[]) => void;
};

/** On which weekdays it comes, and until when each of them is ordered. */
function Rounds({ rounds, errors, onChange }: RoundsProps) {
  const change = (arrives: number, to: Partial<Round>) =>
    onChange(rounds.map((round) => (round.arrives === arrives ? { ...round, ...to } : round)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Delivers on</legend>
      <div className="flex flex-wrap gap-2">
        {ISO_WEEKDAYS.map((day) => {
          const isOn = rounds.some(({ arrives }) => arrives === day);
          return (
            <CheckChip
              key={day}
              checked={isOn}
              onToggle={() =>
                onChange(
                  isOn
                    ? rounds.filter(({ arrives }) => arrives !== day)
                    : [...rounds, usualRound(day)].toSorted((a, b) => a.arrives - b.arrives),
                )
              }
            >
              {weekdayName(day % 7)}
            </CheckChip>
          );
        })}
      </div>
      {rounds.length === 0 && (
        <p className="text-sm text-ink-soft">None entered. The list assumes {ANY_DAY_TEXT}.</p>
      )}
      {rounds.map(({ arrives, byWeekday, byMinute }, index) => (
        <div
          key={arrives}
          role="group"
          aria-label={`Round on ${weekdayName(arrives % 7)}`}
          className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[6rem_1fr_1fr]"
        >
          <p className="col-span-2 self-center font-semibold sm:col-span-1">
            {shortWeekday(arrives)}
          </p>
          <SelectField
            label="Order by"
            value={byWeekday}
            onChange={({ target: { value } }) => change(arrives, { byWeekday: Number(value) })}
          >
            {ISO_WEEKDAYS.map((day) => (
              <option key={day} value={day}>
                {weekdayName(day % 7)}
                {day === arrives ? ', the same day' : ''}
              </option>
            ))}
          </SelectField>
          <TextField
            label="At"
            type="time"
            value={timeText(byMinute)}
            error={errors[`rounds.${index}.byMinute`]}
            onChange={({ target: { value } }) => change(arrives, { byMinute: minuteOf(value) })}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** "20:00", as a field for times wants it. */
function timeText(minuteOfDay: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Takes a supplier off the list, and says what is in no order then. */
function ArchiveSupplier({ supplier, onGone }: { supplier: SupplierReply; onGone: () => void }) {
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
              These then have no preferred pack, and are in no order until you choose another:{' '}
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
      <FailureNotice failure={form.failure} title="Not done" />
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

function PackList({ supplier, book }: { supplier: SupplierReply; book: Book }) {
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
