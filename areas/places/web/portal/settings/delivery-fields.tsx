import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState, useId } from 'react';
import type { BusinessFacts, ShownField } from '#areas/business/rules/facts.ts';
import { findServedSuburb, withAlias } from '#areas/business/rules/served-suburbs.ts';
import {
  unlistedSuburbsQuery,
  settingsQuery,
  settingsVersionsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import {
  type ServedSuburb,
  LONGEST_SERVICE,
  closureDays,
  MOST_CLOSURES,
} from '#areas/business/rules/fact-lists.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { readSuburbs, showSuburbs } from '#areas/places/web/portal/settings/typed-values.ts';
import {
  DELIVERY_TYPES,
  type DeliveryType,
  type Service,
  SERVICE_TYPES,
  SERVICES_OF_THE_SPEC,
} from '#areas/business/rules/services.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { type Closure, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type PublicHoliday, publicHolidays } from '#platform/rules/public-holidays.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { useClosing } from '#areas/places/web/portal/closing.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { openSlotDays } from '#areas/places/calls/delivery-slots.ts';

type SuburbFacts = Pick<BusinessFacts, 'suburbs' | 'formerSuburbs'>;

type SuburbsFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  facts: SuburbFacts;
  problems: FieldErrors;
  onChange: (change: Partial<SuburbFacts>) => void;
};

const LINES_NAMED = 3;

/** One suburb a line: added, removed or pasted as text. */
export function SuburbsField({ label, hint, facts, problems, onChange }: SuburbsFieldProps) {
  const { suburbs } = facts;
  const [typed, setTyped] = useState(() => showSuburbs(suburbs));
  return (
    <div data-wide className="grid gap-5">
      <TextAreaField
        label={`${label} (${suburbs.length})`}
        hint={`${hint} One a line, with its postcode: Sandy Bay 7005. You can paste a list. A name it had before goes in brackets: Mt Nelson 7007 (was Mount Nelson).`}
        error={describeProblems(suburbs, problems)}
        rows={Math.min(14, Math.max(5, suburbs.length + 1))}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange({ suburbs: readSuburbs(target.value) });
        }}
      />
      <UnlistedSuburbs
        facts={facts}
        onChange={(change) => {
          setTyped(showSuburbs(change.suburbs));
          onChange(change);
        }}
      />
    </div>
  );
}

/** No line has it: every name is at least one letter. */
const STAYS_UNSERVED = '-';

/** For open orders, on no list: each is called something else now, or stays unserved. Nothing, where there are none. */
function UnlistedSuburbs({
  facts: { suburbs, formerSuburbs },
  onChange,
}: {
  facts: SuburbFacts;
  onChange: (change: SuburbFacts) => void;
}) {
  return (
    <Loaded query={useQuery(unlistedSuburbsQuery)} what="suburbs of open orders" kind="none">
      {({ suburbs: unlisted }) =>
        unlisted.length > 0 && (
          <fieldset className="grid gap-4 rounded-xl border border-line p-4 sm:grid-cols-2">
            <legend className="px-1 font-semibold">
              Suburbs not on your list ({unlisted.length})
            </legend>
            <p className="text-sm text-ink-soft sm:col-span-2">
              Open orders go there, and are delivered as sold. Is each suburb on your list under
              another name, or do you no longer deliver there?
            </p>
            {unlisted.map(({ name: was, postcode, orders }) => {
              const others = formerSuburbs.filter((former) => former !== was);
              const isFormer = others.length < formerSuburbs.length;
              return (
                <SelectField
                  key={was}
                  label={`${was} ${postcode}, ${orders === 1 ? '1 open order' : `${orders} open orders`}`}
                  value={isFormer ? STAYS_UNSERVED : (findServedSuburb(was, suburbs)?.name ?? '')}
                  onChange={({ target: { value } }) => {
                    const is = value === '' || value === STAYS_UNSERVED ? null : value;
                    onChange({
                      suburbs: withAlias(suburbs, { was, is }),
                      formerSuburbs: value === STAYS_UNSERVED ? [...others, was] : others,
                    });
                  }}
                >
                  <option value="">Not decided</option>
                  <option value={STAYS_UNSERVED}>No longer served</option>
                  {suburbs.map(({ name }) => (
                    <option key={name} value={name}>
                      Now called {name}
                    </option>
                  ))}
                </SelectField>
              );
            })}
          </fieldset>
        )
      }
    </Loaded>
  );
}

/** The first few, each with its suburb; null: all good. */
function describeProblems(suburbs: readonly ServedSuburb[], problems: FieldErrors): string | null {
  const ofList = problems['suburbs'];
  if (ofList !== undefined) return ofList;
  const ofLines = suburbs.flatMap(({ name }, index) => {
    const message = problems[`suburbs.${index}.name`] ?? problems[`suburbs.${index}.postcode`];
    return message === undefined
      ? []
      : [`${name === '' ? `Line ${index + 1}` : name}: ${message}.`];
  });
  if (ofLines.length === 0) return null;
  const named = ofLines.slice(0, LINES_NAMED).join(' ');
  const rest = ofLines.length - LINES_NAMED;
  return rest > 0 ? `${named} And ${rest} more.` : named;
}

type ServicesFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  services: readonly Service[];
  problems: FieldErrors;
  onChange: (services: Service[]) => void;
};

/** Lunch, dinner or both, and what the kitchen calls them. */
export function ServicesField({ label, hint, services, problems, onChange }: ServicesFieldProps) {
  const id = useId();
  const isOn = (type: Service['type']) => services.some((service) => service.type === type);

  function toggle(type: Service['type']) {
    const others = services.filter((service) => service.type !== type);
    const added = SERVICES_OF_THE_SPEC.filter((service) => service.type === type);
    const all = isOn(type) ? others : [...others, ...added];
    onChange(SERVICE_TYPES.flatMap((one) => all.filter((service) => service.type === one)));
  }

  return (
    <fieldset data-wide className="grid min-w-0 grid-cols-1 gap-4" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint} Names are as within a sentence, such as lunch and lunches.
      </p>
      <div className="flex flex-wrap gap-2">
        {SERVICE_TYPES.map((type) => (
          <CheckChip key={type} checked={isOn(type)} onToggle={() => toggle(type)}>
            {capitalised(type)}
          </CheckChip>
        ))}
      </div>
      <FieldNotes id={id} error={problems['services'] ?? null} />
      {services.map((service, index) => {
        const write = (part: Partial<Service>) =>
          onChange(services.map((one, at) => (at === index ? { ...one, ...part } : one)));
        return (
          <div key={service.type} className="grid grid-cols-2 items-start gap-4">
            <TextField
              label={`What you call ${service.type}`}
              value={service.name}
              maxLength={LONGEST_SERVICE + 1}
              error={problems[`services.${index}.name`] ?? null}
              onChange={({ target }) => write({ name: target.value })}
            />
            <TextField
              label={`Several of ${service.type}`}
              value={service.plural}
              maxLength={LONGEST_SERVICE + 1}
              error={problems[`services.${index}.plural`] ?? null}
              onChange={({ target }) => write({ plural: target.value })}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

type DeliveryTypesFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  types: readonly DeliveryType[];
  error: string | null;
  onChange: (types: DeliveryType[]) => void;
};

const TYPE_WORDS: Record<DeliveryType, string> = {
  daily: 'Daily: each meal on its own day',
  weekly: 'Weekly: everything on one day',
};

export function DeliveryTypesField({
  label,
  hint,
  types,
  error,
  onChange,
}: DeliveryTypesFieldProps) {
  const id = useId();
  return (
    <fieldset data-wide className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint} If you deliver on one day of the week, everything comes on it.
      </p>
      <div className="flex flex-wrap gap-2">
        {DELIVERY_TYPES.map((type) => (
          <CheckChip
            key={type}
            checked={types.includes(type)}
            onToggle={() =>
              onChange(DELIVERY_TYPES.filter((one) => types.includes(one) !== (one === type)))
            }
          >
            {TYPE_WORDS[type]}
          </CheckChip>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}

type ClosuresFieldProps = Pick<ShownField, 'label' | 'hint'> & { facts: BusinessFacts };

/**
 * When the kitchen is closed, and the way to change it. Not a part of the form: closing is done at once, with what becomes of
 * those who have booked.
 */
export function ClosuresField({ label, hint, facts }: ClosuresFieldProps) {
  const close = useClosing();
  const { closures } = facts;
  return (
    <section data-wide aria-label={label} className="grid min-w-0 gap-3">
      <p className="font-semibold">{label}</p>
      <p className="text-sm text-ink-soft">{hint}</p>
      {closures.length === 0 ? (
        <p>You are never closed. Close days, or choose from the holidays below.</p>
      ) : (
        <ul aria-label="Closures" className="grid gap-2">
          {closures.map((closure) => (
            <ClosureRow key={closure.from} closure={closure} />
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={closures.length >= MOST_CLOSURES}
        onClick={() => close({ from: null, windows: [] })}
      >
        Close days…
      </Button>
      <Holidays facts={facts} onClose={close} />
    </section>
  );
}

function ClosureRow({ closure }: { closure: Closure }) {
  const close = useClosing();
  const { from, until, reason, fromMinute } = closure;
  const days = closureDays(closure);
  const opening = useChange(openSlotDays, {
    refresh: [settingsQuery, settingsVersionsQuery, { queryKey: ['delivery-slots'] }],
    says: () => ({ title: 'Open Again', description: `${days}: open again.`, tone: 'success' }),
    toastsFailure: true,
  });
  async function ask() {
    const isSure = await confirm({
      title: `Open ${days} again?`,
      text: `Customers can order for these days as for any other. Windows that you closed by their switch stay closed.`,
      act: 'Open again',
      danger: false,
    });
    if (isSure) opening.run({ body: { from, until } });
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-xl bg-sunken px-4 py-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{days}</span>: {reason}
      </p>
      <span className="flex flex-wrap gap-1">
        <Button
          variant="quiet"
          size="small"
          onClick={() => close({ from, until, windows: [], reason, fromMinute })}
        >
          Change…<VisuallyHidden> {days}</VisuallyHidden>
        </Button>
        <Button variant="quiet" size="small" busy={opening.isBusy} onClick={() => void ask()}>
          Open again<VisuallyHidden> {days}</VisuallyHidden>
        </Button>
      </span>
    </li>
  );
}

type HolidaysProps = { facts: BusinessFacts; onClose: ReturnType<typeof useClosing> };

/** Suggestions only: a state may declare other days, and some kitchens deliver on holidays. */
function Holidays({ facts, onClose }: HolidaysProps) {
  const today = useToday();
  const [year, setYear] = useState<number | null>(null);
  if (today === null) return null;
  const { state } = facts.region;
  const thisYear = Number(today.slice(0, 4));
  const shown = year ?? thisYear;
  const holidays = openHolidays(facts, shown, today);
  return (
    <div role="group" aria-label="Public holidays" className="grid gap-3 rounded-xl bg-sunken p-4">
      <SelectField
        label={`Public holidays in ${state}`}
        hint="Check them with your state: it may declare others."
        value={String(shown)}
        onChange={({ target }) => setYear(Number(target.value))}
      >
        {[thisYear, thisYear + 1].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {holidays.length === 0 ? (
        <p>No more holidays of {shown} on days that you deliver.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {holidays.map(({ date, name, fromMinute }) => (
            <li key={`${date} ${name}`}>
              <Button
                variant="secondary"
                size="small"
                onClick={() => onClose({ from: date, windows: [], reason: name, fromMinute })}
              >
                <VisuallyHidden>Close </VisuallyHidden>
                {closureDays({ from: date, until: date, reason: name, fromMinute })}: {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Those to come on which something could be delivered; of two on one day the first. */
function openHolidays(facts: BusinessFacts, year: number, today: PlainDate): PublicHoliday[] {
  const ahead = publicHolidays(facts.region.state, year).filter(
    ({ date, fromMinute = 0 }) =>
      date >= today &&
      windowsOn(facts, date).some((window) => minutesOf(window).endMinute > fromMinute),
  );
  return ahead.filter(({ date }, index) => ahead.findIndex((one) => one.date === date) === index);
}
