import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { CompareTable, FigurePart } from './compare-table.tsx';
import { barsOf, type BothSides } from './describe-figures.ts';

type PartProps = { figures: FiguresReply; names: BothSides<string> };

export function RefundsPart({ figures: { refunds }, names }: PartProps) {
  return (
    <FigurePart
      title="Refunds by reason"
      about="Money that went back to cards in these days, by the reason recorded. A refund that failed later is taken off on the day it failed."
      chart={
        refunds.length === 0
          ? null
          : {
              label: 'Bar chart: refunds by reason',
              names,
              isList: true,
              format: (amount) => formatDollars(Math.round(amount * 100)),
              rows: refunds.map(({ reason, amount }) => ({ name: reason, ...barsOf(amount) })),
            }
      }
    >
      {refunds.length === 0 ? (
        <EmptyState title="No refunds in these weeks" />
      ) : (
        <CompareTable
          caption="Refunds by reason, most money first"
          rows={refunds}
          keyOf={({ reason }) => reason}
          header="Reason"
          name={({ reason }) => reason}
          names={names}
          value={({ amount, count }, side) => `${amountInDollars(amount[side])} (${count[side]})`}
        />
      )}
    </FigurePart>
  );
}

const WASTE_LABELS: Record<keyof FiguresReply['waste'], string> = {
  missedPortions: 'Portions not delivered',
  cookedThenCancelled: 'Portions cooked, then cancelled',
  runOutPortions: 'Portions short when a meal ran out',
  missedDeliveries: 'Deliveries missed',
  runOuts: 'Times a meal ran out',
};

const WASTE = Object.keys(WASTE_LABELS) as (keyof FiguresReply['waste'])[];

const WASTED_PORTIONS = ['missedPortions', 'cookedThenCancelled', 'runOutPortions'] as const;

export function WastePart({ figures: { waste }, names }: PartProps) {
  const isAny = (kinds: readonly (keyof FiguresReply['waste'])[]) =>
    kinds.some((kind) => waste[kind].now + waste[kind].before > 0);
  return (
    <FigurePart
      title="Waste"
      about="What is recorded: missed deliveries, deliveries cancelled after they were ticked off as cooked, and meals declared to have run out. What cooks threw away is under Food."
      chart={
        isAny(WASTED_PORTIONS)
          ? {
              label: 'Bar chart: portions wasted or short',
              names,
              isList: true,
              rows: WASTED_PORTIONS.map((kind) => ({ name: WASTE_LABELS[kind], ...waste[kind] })),
            }
          : null
      }
    >
      {isAny(WASTE) ? (
        <CompareTable
          caption="Waste as recorded"
          rows={WASTE}
          keyOf={(kind) => kind}
          header="What"
          name={(kind) => WASTE_LABELS[kind]}
          names={names}
          value={(kind, side) => waste[kind][side]}
        />
      ) : (
        <EmptyState title="No waste recorded in these weeks" />
      )}
    </FigurePart>
  );
}
