import {
  coreLimitOf,
  limitOf,
  limitText,
  type Tenths,
} from '#areas/kitchen/rules/temperature-limits.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { SentReading } from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { NumberPad } from './number-pad.tsx';

/** What is about to be measured. */
export type Asked = { title: string; reading: SentReading };

const PROBES = ['1', '2', '3', '4'] as const;

type ReadingDialogProps = {
  /** Null: closed. */
  asked: Asked | null;
  /** The meal's own limit of its core, 0 for none; null: the kitchen's. */
  coreCelsius: number | null;
  probe: string;
  onProbe: (probe: string) => void;
  onClose: () => void;
  onDone: (tenths: Tenths) => void;
};

/** Asks for one temperature. Nothing is filled in: an invented value must cost as many taps as a measured one. */
export function ReadingDialog(props: ReadingDialogProps) {
  const { asked, coreCelsius, probe, onProbe, onClose, onDone } = props;
  const { business } = useConfig();
  const limit =
    asked &&
    limitText(
      limitOf(asked.reading.kind, {
        coreCelsius: coreLimitOf({ coreCelsius }, business),
        isHot: asked.reading.isHot ?? false,
      }),
    );
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked?.title ?? ''}>
      <div className="grid gap-3">
        <p className="text-center text-xl text-ink-soft">
          {limit ? `Limit: ${limit}` : 'A cold dish: no limit'}
        </p>
        <NumberPad onDone={onDone} />
        <PillChoice
          legend="Probe"
          layout="even"
          value={probe}
          pills={PROBES.map((value) => ({ value, label: value }))}
          onChange={onProbe}
        />
      </div>
    </Dialog>
  );
}
