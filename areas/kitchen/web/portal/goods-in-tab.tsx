import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { z } from 'zod';
import { type DueOrder, type getGoodsIn, takeInGoods } from '#areas/kitchen/calls/goods.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { WrittenFields } from './food-safety/written-fields.tsx';
import {
  GoodsInLine,
  answered,
  checkGoodsIn,
  draftOf,
  type GoodsInDraft,
  hasCome,
  NO_LINE,
  sentOf,
  temperaturesAsked,
} from './goods-in-line.tsx';
import {
  GOODS_KEY,
  goodsInQuery,
  SHOPPING_KEY,
  stockQuery,
  TEMPERATURES_KEY,
} from './kitchen-queries.ts';
import { call } from '#platform/web/api/client.ts';

type GoodsIn = z.infer<typeof getGoodsIn.reply>;

export function GoodsInTab() {
  const found = useQuery(goodsInQuery);
  return (
    <div className="grid gap-5 py-5" aria-busy={found.isFetching}>
      <Loaded query={found} what="the goods in" kind="form">
        {(goods) => <ChosenDelivery goods={goods} />}
      </Loaded>
    </div>
  );
}

function ChosenDelivery({ goods }: { goods: GoodsIn }) {
  const [params] = useSearchParams();
  const ingredientId = Number(params.get('ingredient')) || null;
  const asked = params.get('order');
  const { due, today } = goods;
  const isOther = asked === '0' || ingredientId !== null;
  const order = isOther
    ? null
    : (due.find(({ id }) => String(id) === asked) ??
      due.find(({ arrives }) => arrives <= today) ??
      due[0] ??
      null);
  return (
    <>
      <nav aria-label="Which delivery" className="flex flex-wrap gap-2">
        {due.map((one) => (
          <Link
            key={one.id}
            to={paths.admin({ tab: 'shopping', by: 'goods', order: one.id })}
            aria-current={one === order ? 'true' : undefined}
            className={buttonClass(one === order ? 'primary' : 'secondary', 'small')}
          >
            {one.supplier}, {one.arrives === today ? 'today' : formatDayAndMonth(one.arrives)} by{' '}
            {formatMinuteOfDay(one.arrivesByMinute)}
          </Link>
        ))}
        <Link
          to={paths.admin({ tab: 'shopping', by: 'goods', order: 0 })}
          aria-current={order === null ? 'true' : undefined}
          className={buttonClass(order === null ? 'primary' : 'secondary', 'small')}
        >
          Not ordered here
        </Link>
      </nav>
      {due.length === 0 && <p className="text-ink-soft">No order is on its way.</p>}
      <GoodsInForm
        key={`${order?.id ?? 'none'} ${order?.lines.length ?? 0} ${ingredientId ?? ''}`}
        goods={goods}
        order={order}
        ingredientId={ingredientId}
      />
    </>
  );
}

type FormProps = { goods: GoodsIn; order: DueOrder | null; ingredientId: number | null };

function GoodsInForm({ goods, order, ingredientId }: FormProps) {
  const { timeZone } = useConfig().business;
  const form = useForm({
    initial: { ...withIngredient(draftOf(order), goods, ingredientId), key: newKey() },
    check: checkGoodsIn,
    send: ({ key, ...draft }) =>
      call(takeInGoods, { body: sentOf(draft, { orderId: order?.id ?? null, key, timeZone }) }),
    says: ({ lots }) => ({
      title: 'Goods Taken In',
      description: lots.map(({ ingredient }) => ingredient).join(', ') || 'Nothing came.',
      tone: 'success',
    }),
    // The rest of the order starts from what is still to come.
    onDone: () => form.reset(),
    refresh: [
      { queryKey: GOODS_KEY },
      { queryKey: SHOPPING_KEY },
      { queryKey: TEMPERATURES_KEY },
      { queryKey: stockQuery.queryKey },
    ],
  });
  const { values, errors, set } = form;
  const said = answered(values.lines);
  const asked = temperaturesAsked(values.lines);
  const setLine = (index: number, to: Partial<GoodsInDraft['lines'][number]>) =>
    set({ lines: values.lines.map((line, at) => (at === index ? { ...line, ...to } : line)) });
  const came = said.filter(hasCome).length;
  return (
    <form {...form.props} className="grid gap-4">
      <Card as="section" aria-label="The delivery" className="grid gap-4">
        <DeliveryHead order={order} />
        {order === null && (
          <SupplierField
            known={goods.suppliers}
            value={values.supplierId}
            error={errors['supplierId']}
            onChange={(supplierId) => set({ supplierId })}
          />
        )}
        <Temperatures asked={asked} text={form.text} />
        {values.lines.filter(isOpenLine).length > 1 && (
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            onClick={() => set({ lines: values.lines.map(withAllPacks) })}
          >
            {said.length === 0 ? 'All of it came' : 'All the others came'}
          </Button>
        )}
        <ul className="grid">
          {values.lines.map((line, index) => (
            <GoodsInLine
              // Lines are added at the end only.
              key={index}
              line={line}
              known={goods.ingredients}
              errors={errorsOfLine(errors, said.indexOf(line))}
              onChange={(to) => setLine(index, to)}
            />
          ))}
        </ul>
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => set({ lines: [...values.lines, NO_LINE] })}
        >
          {order ? '+ Something not ordered' : '+ Something else'}
        </Button>
        <FromPaper
          written={values.written}
          today={goods.today}
          errors={errors}
          onChange={(written) => set({ written })}
        />
        <FailureNotice failure={form.failure} title="Not saved" />
        <Button
          type="submit"
          size="large"
          className="justify-self-start"
          busy={form.isBusy}
          busyLabel="Saving…"
          disabled={said.length === 0}
        >
          Take in {came} of {values.lines.length} {values.lines.length === 1 ? 'line' : 'lines'}
        </Button>
      </Card>
    </form>
  );
}

type TemperaturesProps = {
  asked: ReturnType<typeof temperaturesAsked>;
  text: (
    name: 'chilledTenths' | 'frozenTenths',
  ) => Pick<ComponentProps<typeof TextField>, 'value' | 'error' | 'onChange'>;
};

/** One figure for all goods that came so. */
function Temperatures({ asked, text }: TemperaturesProps) {
  if (asked.length === 0) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {asked.map((as) => (
        <TextField
          key={as}
          {...text(`${as}Tenths`)}
          label={as === 'chilled' ? 'Chilled on arrival, °C' : 'Frozen on arrival, °C'}
          inputMode="decimal"
          maxLength={6}
          autoComplete="off"
          className="text-xl"
        />
      ))}
    </div>
  );
}

type SupplierFieldProps = {
  known: GoodsIn['suppliers'];
  value: number | null;
  error: string | undefined;
  onChange: (supplierId: number | null) => void;
};

function SupplierField({ known, value, error, onChange }: SupplierFieldProps) {
  return (
    <SelectField
      label="From"
      value={value ?? ''}
      error={error}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">Bought in a shop</option>
      {known.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

type FromPaperProps = {
  written: GoodsInDraft['written'];
  today: string;
  errors: FieldErrors;
  onChange: (written: GoodsInDraft['written']) => void;
};

function FromPaper({ written, today, errors, onChange }: FromPaperProps) {
  return (
    <>
      <div>
        <CheckChip
          checked={written !== null}
          onToggle={() =>
            onChange(written === null ? { day: today, time: '', measuredBy: '' } : null)
          }
        >
          They came earlier, and I’m typing it in from paper
        </CheckChip>
      </div>
      {written !== null && (
        <WrittenFields
          values={written}
          errors={errors}
          onChange={(to) => onChange({ ...written, ...to })}
        />
      )}
    </>
  );
}

function isOpenLine({ ordered, packs }: GoodsInDraft['lines'][number]): boolean {
  return ordered !== null && packs === null;
}

function withAllPacks(line: GoodsInDraft['lines'][number]): GoodsInDraft['lines'][number] {
  return isOpenLine(line) ? { ...line, packs: String(line.ordered?.packs ?? 0) } : line;
}

function DeliveryHead({ order }: { order: DueOrder | null }) {
  const formatInstant = useFormatInstant();
  if (!order) return <h2 className="text-xl">Goods that were not ordered here</h2>;
  const { supplier, arrives, sentAt, state } = order;
  return (
    <div>
      <h2 className="text-xl">
        {supplier} <span className="font-normal">{formatDayAndMonth(arrives)}</span>
      </h2>
      <p className="text-ink-soft">
        sent {formatInstant(sentAt)}
        {state === 'part' && ', part of it is here'}
      </p>
    </div>
  );
}

/** What someone buys because it was too late to order it. */
function withIngredient(
  draft: GoodsInDraft,
  { ingredients }: GoodsIn,
  ingredientId: number | null,
): GoodsInDraft {
  const found = ingredients.find(({ id }) => id === ingredientId);
  if (!found) return draft;
  const unit = found.baseUnit === 'g' ? 'kg' : found.baseUnit === 'ml' ? 'l' : 'piece';
  const facts = { ingredientId: found.id, ingredient: found.name, storeArea: found.storeArea };
  return { ...draft, lines: [{ ...NO_LINE, ...facts, unit }] };
}

/** By field of the line; −1: it is not sent. */
function errorsOfLine(errors: FieldErrors, index: number): FieldErrors {
  const prefix = `lines.${index}.`;
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, error]) => [field.slice(prefix.length), error]),
  );
}
