import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { problemsIn } from '#platform/web/api/failure.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import {
  GOODS_KEY,
  receivableQuery,
  sendGoods,
  type SentGoods,
  TEMPERATURES_KEY,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import {
  faultsOf,
  type GoodsDraft,
  missingOf,
  nextDraft,
  NO_GOODS,
  sentOf,
} from './goods-draft.ts';
import { GoodsFields } from './goods-fields.tsx';
import { WrittenFields } from './written-fields.tsx';
import { receiptLimit, STORED_AS, STORED_AS_NAMES } from '#areas/kitchen/rules/receipts.ts';
import { formatTenths, limitText } from '#areas/kitchen/rules/temperature-limits.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { NumberPad } from '#areas/kitchen/web/bench/number-pad.tsx';

type ReceiveDialogProps = { open: boolean; onClose: () => void };

/** One delivery of goods after another: what came, in which condition, and whether it stays. */
export function ReceiveDialog({ open, onClose }: ReceiveDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Take in goods">
      {open && <ReceiveForm />}
    </Dialog>
  );
}

function ReceiveForm() {
  return (
    <Loaded query={useQuery(receivableQuery)} what="what can be taken in" kind="form">
      {(known) => <GoodsForm known={known} />}
    </Loaded>
  );
}

function GoodsForm({ known }: { known: ComponentProps<typeof GoodsFields>['known'] }) {
  const today = useToday() ?? '';
  const { timeZone } = useConfig().business;
  const [draft, setDraft] = useState<GoodsDraft>(NO_GOODS);
  const [isRefusing, setIsRefusing] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const change = (to: Partial<GoodsDraft>) => setDraft({ ...draft, ...to });
  const { send, failure, sentErrors, isSaving } = useReceive(() => {
    setDraft(nextDraft(draft));
    setIsRefusing(false);
    setIsAsked(false);
  });
  const missing = missingOf(draft);
  const { written } = draft;
  const faults = faultsOf(draft, written?.day ?? today);
  const isRefusal = isRefusing || faults.length > 0;
  const errors = isAsked ? { ...sentErrors, ...missing } : sentErrors;
  function save(accepted: boolean) {
    setIsAsked(true);
    if (Object.keys(missing).length === 0) send(sentOf(draft, { accepted, timeZone }));
  }
  return (
    <div className="grid gap-4">
      {failure !== null && (
        <Notice tone="error" announce="now" title="Not saved">
          <p>{failure}</p>
        </Notice>
      )}
      <GoodsFields known={known} draft={draft} errors={errors} onChange={change} />
      <GoodsCondition draft={draft} errors={errors} onChange={change} />
      <div>
        <CheckChip
          checked={written !== null}
          onToggle={() =>
            change({ written: written === null ? { day: today, time: '', measuredBy: '' } : null })
          }
        >
          They came earlier, and I’m typing it in from paper
        </CheckChip>
      </div>
      {written !== null && (
        <WrittenFields
          values={written}
          errors={errors}
          onChange={(to) => change({ written: { ...written, ...to } })}
        />
      )}
      {faults.length > 0 && (
        <Notice tone="error" announce="polite" title="Refuse these goods">
          <p>{faults.join(', ')}</p>
        </Notice>
      )}
      {isRefusal && (
        <TextAreaField
          label="What was done with them?"
          maxLength={400}
          value={draft.note}
          error={errors['note']}
          onChange={(event) => change({ note: event.target.value })}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {!isRefusal && (
          <Button size="large" busy={isSaving} onClick={() => save(true)}>
            Accept
          </Button>
        )}
        <Button
          size="large"
          variant={isRefusal ? 'danger' : 'secondary'}
          busy={isSaving}
          onClick={() => (isRefusal ? save(false) : setIsRefusing(true))}
        >
          Refuse
        </Button>
        {isRefusing && faults.length === 0 && (
          <Button size="large" variant="quiet" onClick={() => setIsRefusing(false)}>
            Keep them after all
          </Button>
        )}
      </div>
    </div>
  );
}

/** The same key until it is saved, so that a second tap is no second delivery. */
function useReceive(onSaved: () => void) {
  const [key, setKey] = useState(newKey);
  const sending = useChange((goods: Omit<SentGoods, 'key'>) => sendGoods({ ...goods, key }), {
    says: ({ ingredient, accepted }) => ({
      title: accepted ? 'Goods Accepted' : 'Goods Refused',
      description: ingredient,
      tone: 'success',
    }),
    onDone() {
      setKey(newKey());
      onSaved();
    },
    refresh: [{ queryKey: TEMPERATURES_KEY }, { queryKey: GOODS_KEY }],
  });
  const errors = problemsIn(sending.failure);
  const isNamed = Object.keys(errors).some((field) => field !== 'accepted');
  return {
    send: sending.run,
    isSaving: sending.isBusy,
    sentErrors: errors,
    failure:
      sending.failure === null || isNamed ? null : (errors['accepted'] ?? sending.failure.message),
  };
}

type GoodsConditionProps = {
  draft: GoodsDraft;
  errors: FieldErrors;
  onChange: (to: Partial<GoodsDraft>) => void;
};

/** How the goods came. Nothing is filled in: an invented value must cost as much as a measured one. */
function GoodsCondition({ draft, errors, onChange }: GoodsConditionProps) {
  const { storedAs, isFrozenHard, isPackageWhole } = draft;
  return (
    <>
      <PillChoice
        legend="How did it come?"
        layout="even"
        value={storedAs}
        error={errors['storedAs']}
        pills={STORED_AS.map((value) => ({ value, label: STORED_AS_NAMES[value] }))}
        onChange={(value) => onChange({ storedAs: value, tenths: null, isFrozenHard: null })}
      />
      {(storedAs === 'chilled' || storedAs === 'hot') && (
        <Temperature draft={draft} error={errors['tenths']} onChange={onChange} />
      )}
      {storedAs === 'frozen' && (
        <YesNo
          legend="Is it frozen hard?"
          value={isFrozenHard}
          error={errors['isFrozenHard']}
          onChange={(value) => onChange({ isFrozenHard: value })}
        />
      )}
      <YesNo
        legend="Are all packages whole and clean?"
        value={isPackageWhole}
        error={errors['isPackageWhole']}
        onChange={(value) => onChange({ isPackageWhole: value })}
      />
    </>
  );
}

type TemperatureProps = {
  draft: GoodsDraft;
  error: string | undefined;
  onChange: (to: Partial<GoodsDraft>) => void;
};

function Temperature({ draft, error, onChange }: TemperatureProps) {
  const { storedAs, tenths } = draft;
  const [asks, setAsks] = useState(false);
  if (storedAs === null) return null;
  const { least, most } = receiptLimit({ storedAs, useBy: null });
  const limit = limitText({ least, most, withinMinutes: null });
  if (asks || tenths === null)
    return (
      <div className="grid gap-2">
        <p className="font-semibold">Temperature, {limit}</p>
        {error !== undefined && <p className="font-semibold text-danger">{error}</p>}
        <NumberPad
          onDone={(measured) => {
            onChange({ tenths: measured });
            setAsks(false);
          }}
        />
      </div>
    );
  return (
    <p className="flex flex-wrap items-center gap-3 text-xl font-semibold">
      {formatTenths(tenths)} <span className="text-base font-normal">({limit})</span>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        Measure again
      </Button>
    </p>
  );
}

type YesNoProps = {
  legend: string;
  value: boolean | null;
  error: string | undefined;
  onChange: (value: boolean) => void;
};

function YesNo({ legend, value, error, onChange }: YesNoProps) {
  return (
    <PillChoice
      legend={legend}
      layout="even"
      value={value === null ? null : value ? 'yes' : 'no'}
      error={error}
      pills={[
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]}
      onChange={(chosen) => onChange(chosen === 'yes')}
    />
  );
}
