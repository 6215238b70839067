import { useState } from 'react';
import { receiptLimit, STORED_AS, STORED_AS_NAMES } from '#areas/kitchen/rules/receipts.ts';
import { formatTenths, limitText } from '#areas/kitchen/rules/temperature-limits.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { NumberPad } from '#areas/kitchen/web/portal/daily-prep-temperatures/number-pad.tsx';
import type { GoodsDraft } from './goods-draft.ts';

type GoodsConditionProps = {
  draft: GoodsDraft;
  errors: FieldErrors;
  onChange: (to: Partial<GoodsDraft>) => void;
};

/** How the goods came. Nothing is filled in: an invented value must cost as much as a measured one. */
export function GoodsCondition({ draft, errors, onChange }: GoodsConditionProps) {
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
