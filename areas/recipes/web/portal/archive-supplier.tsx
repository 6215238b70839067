import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { archiveSupplier, type SupplierReply } from '#areas/recipes/calls/suppliers.ts';
import { call } from '#platform/web/api/client.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useSupplierForm } from './use-supplier-form.ts';

type ArchiveSupplierProps = { supplier: SupplierReply; onGone: () => void };

/** Takes a supplier off the list, and says what is in no order then. */
export function ArchiveSupplier({ supplier, onGone }: ArchiveSupplierProps) {
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
              These have no preferred pack then, and are in no order until you choose another:{' '}
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
      {form.failure !== null && (
        <Notice tone="error" announce="now" title="Not done">
          {form.failure}
        </Notice>
      )}
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
