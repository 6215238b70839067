/** A pack as it is typed, and as it is sent. */
import type { PackReply } from '#areas/recipes/calls/suppliers.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import type { InputUnit } from '#areas/menu/rules/units.ts';

/** As one would say it: 5 kg rather than 5000 g. */
function amountOf({ qty, baseUnit }: PackReply): { amount: string; unit: InputUnit } {
  if (baseUnit === 'piece' || qty % 100 !== 0 || qty < 1000)
    return { amount: String(qty), unit: baseUnit };
  return { amount: String(qty / 1000), unit: baseUnit === 'g' ? 'kg' : 'l' };
}

/** As typed: the server says what is wrong with it. */
export function draftOf(pack: PackReply | null) {
  return {
    ingredientId: pack ? String(pack.ingredientId) : '',
    name: pack?.name ?? '',
    code: pack?.code ?? '',
    ...(pack ? amountOf(pack) : { amount: '', unit: 'kg' as InputUnit }),
    price: pack?.priceCents == null ? '' : formatAmount(pack.priceCents),
    step: String(pack?.step ?? 1),
    minPacks: String(pack?.minPacks ?? 0),
    keepsDays: pack?.keepsDays == null ? '' : String(pack.keepsDays),
    isPreferred: pack?.isPreferred ?? true,
    isLabelRead: pack?.isLabelRead ?? false,
  };
}

/** What is no number is sent as such, and refused at its field. */
export function packBodyOf({
  price,
  step,
  minPacks,
  keepsDays,
  ingredientId,
  ...rest
}: ReturnType<typeof draftOf>) {
  return {
    ...rest,
    ingredientId: Number(ingredientId),
    priceCents: price.trim() === '' ? null : parseAmount(price.trim()),
    step: Number(step),
    minPacks: Number(minPacks),
    keepsDays: keepsDays.trim() === '' ? null : Number(keepsDays),
  };
}
