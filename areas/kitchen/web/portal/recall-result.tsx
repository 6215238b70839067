import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { RecalledDelivery, RecallReply } from '#areas/kitchen/calls/recall.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { recallFile, recallQuery } from '#areas/kitchen/web/portal/recall-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DownloadButton } from '#areas/printouts/web/printout-buttons.tsx';
import { useLotWords } from './lot-words.ts';
import { RecallButtons } from './recall-buttons.tsx';
import { RecalledTable } from './recalled-table.tsx';

type RecallResultProps = { id: number; onClose: () => void };

/** Whom the goods went to, certain ones first, with the numbers to phone. */
export function RecallResult({ id, onClose }: RecallResultProps) {
  return (
    <div className="grid gap-5 py-5">
      <Button variant="quiet" className="justify-self-start" onClick={onClose}>
        Back to all goods
      </Button>
      <Loaded query={useQuery(recallQuery(id))} what="where it went">
        {(reply) => <Found reply={reply} />}
      </Loaded>
    </div>
  );
}

function Found({ reply }: { reply: RecallReply }) {
  const { lot, deliveries, batches, portions, erased } = reply;
  const { nameOf, factsOf, receivedOf } = useLotWords();
  const certain = deliveries.filter(({ isCertain }) => isCertain);
  const possible = deliveries.filter(({ isCertain }) => !isCertain);
  return (
    <>
      <div>
        <h2 className="text-2xl">{nameOf(lot)}</h2>
        <p>{factsOf(lot)}</p>
        <p className="text-ink-soft">Received {receivedOf(lot)}</p>
      </div>
      <Notice
        tone={deliveries.length + erased === 0 ? 'success' : 'warning'}
        title={`${count(deliveries.length + erased, 'delivery', 'deliveries')}, ${count(portions, 'portion', 'portions')}`}
      >
        {deliveries.length + erased === 0 ? (
          <p>As far as the record knows, it has gone to nobody yet.</p>
        ) : (
          <p>
            {certain.length} certain, {possible.length} possible. Possible means: it was in the
            house, and nobody named the goods that went in.
          </p>
        )}
        {erased > 0 && (
          <p>
            {count(erased, 'delivery was', 'deliveries were')} to people whose details were erased:
            nobody can phone them.
          </p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <RecallButtons id={lot.id} />
        <DownloadButton
          source={recallFile(lot.id)}
          about="of the recall"
          saved="Recall Downloaded"
          variant="primary"
        >
          CSV
        </DownloadButton>
      </div>
      <People title="Certain" deliveries={certain} />
      <People title="Possible" deliveries={possible} />
      <InKitchen batches={batches} />
    </>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function People({ title, deliveries }: { title: string; deliveries: RecalledDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-xl">
        {title}: {count(deliveries.length, 'delivery', 'deliveries')}
      </h3>
      <RecalledTable title={title} deliveries={deliveries} />
    </section>
  );
}

/** What to look for, set apart and label. */
function InKitchen({ batches }: Pick<RecallReply, 'batches'>) {
  if (batches.length === 0) return null;
  return (
    <section aria-labelledby="in-kitchen" className="grid gap-2">
      <h3 id="in-kitchen" className="text-xl">
        Batches it went into: keep them apart
      </h3>
      <ul className="grid gap-1">
        {batches.map(({ batchId, name, cookDate, deliveryDate, isCertain }) => (
          <li key={batchId}>
            {name},{' '}
            {deliveryDate ? `for ${formatDate(deliveryDate)}` : `cooked ${formatDate(cookDate)}`}:{' '}
            {isCertain ? 'certain' : 'possible'}
          </li>
        ))}
      </ul>
    </section>
  );
}
