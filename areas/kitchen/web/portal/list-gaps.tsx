import type { ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Link } from '#platform/web/navigation/link.tsx';

type GapsProps = Pick<ShoppingReply, 'short' | 'withoutPack' | 'missing' | 'cheaper'>;

const MOST_UNFOLDED = 6;

/** What the list cannot promise, and where that is mended. */
export function ListGaps({ short, withoutPack, missing, cheaper }: GapsProps) {
  const mayEdit = useMayDo('editRecipes');
  return (
    <>
      {short.length > 0 && <Short short={short} />}
      {withoutPack.length > 0 && (
        <Notice tone="warning" title="In no order, because no preferred pack is entered">
          <ul className="list-disc pl-5">
            {withoutPack.map(({ ingredientId, ingredient, need, baseUnit }) => (
              <li key={ingredientId}>
                {ingredient}: {formatQuantity(need, baseUnit)}
              </li>
            ))}
          </ul>
          {mayEdit && (
            <Link
              to="/admin?tab=cookbook&part=suppliers"
              className="inline-flex min-h-11 items-center underline"
            >
              Open suppliers
            </Link>
          )}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="warning" title="The list is not whole">
          <ul className="list-disc pl-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {mayEdit && cheaper.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
            Cheaper packs: {cheaper.length}
          </summary>
          <ul className="list-disc pl-5">
            {cheaper.map(({ ingredientId, ingredient, supplier, pack, savesBp }) => (
              <li key={ingredientId}>
                {ingredient}: {pack} from {supplier} costs {Math.floor(savesBp / 100)}% less
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** By supplier, and folded when it is long: the orders come first for whoever can still order. */
function Short({ short }: Pick<GapsProps, 'short'>) {
  const lines = (
    <ul className="list-disc pl-5">
      {[...Map.groupBy(short, ({ supplier }) => supplier)].map(([supplier, theirs]) => (
        <li key={supplier}>
          {supplier}:{' '}
          {theirs
            .map(
              ({ ingredient, qty, baseUnit }) => `${ingredient} ${formatQuantity(qty, baseUnit)}`,
            )
            .join('; ')}
        </li>
      ))}
    </ul>
  );
  return (
    <Notice tone="error" title="Needed before anything arrives, and in no order">
      {short.length <= MOST_UNFOLDED ? (
        lines
      ) : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold underline">
            {short.length} ingredients
          </summary>
          {lines}
        </details>
      )}
    </Notice>
  );
}
