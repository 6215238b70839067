import { saleWords } from '#areas/business/rules/sale-state.ts';
import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { usePageLines } from './page-lines.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';

const FRAME_CLASS =
  'print:hidden border-b border-line bg-primary-soft px-4 py-2 text-center text-sm';

/** On every public page while the kitchen does not sell to everyone: why, and from when it will. */
export function SaleLine() {
  const { sale, business } = useConfig();
  const own = usePageLines(FRAME_TEXTS).line;
  const words = saleWords(sale, business);
  if (sale.preview)
    return (
      <aside aria-label="Preview" className={FRAME_CLASS}>
        <strong className="font-semibold">Preview: not open to the public.</strong> Orders here are{' '}
        {sale.preview}.
      </aside>
    );
  if (!words) return null;
  return (
    <aside aria-label="Orders" className={FRAME_CLASS}>
      <strong className="font-semibold">{words.title}.</strong> {words.dates}{' '}
      {own(`sale.${words.state}`)}{' '}
      {sale.state === 'before' && (
        <a href={paths.waitlist()} className="font-semibold whitespace-nowrap underline">
          To the waitlist
        </a>
      )}
    </aside>
  );
}
