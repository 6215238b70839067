import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { problemsIn } from '#platform/web/api/failure.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import {
  GOODS_KEY,
  receivableQuery,
  sendGoods,
  type SentGoods,
} from '#areas/kitchen/web/portal/food-safety-queries.ts';
import { TEMPERATURES_KEY } from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { GoodsCondition } from './goods-condition.tsx';
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
