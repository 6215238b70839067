import type { PackItemReply, PackPersonReply } from '#areas/delivery/calls/pack.ts';
import { MISSING_REASON_LABELS } from '#areas/order-book/rules/pack-bag.ts';
import { dietsAndNote } from '#areas/order-book/rules/allergy-band.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

type PersonRowsProps = {
  person: PackPersonReply;
  isOpen: boolean;
  isChoosing: boolean;
  onTap: (item: PackItemReply) => void;
};

/** What one person gets: a row for each portion, large enough for gloves. */
export function PersonRows({ person, isOpen, isChoosing, onTap }: PersonRowsProps) {
  const { name, allergens, avoid, items, checkedBy } = person;
  const rest = dietsAndNote(person);
  return (
    <div className="border-t border-line">
      <div className="px-4 pt-3">
        <h3 className="text-lg font-bold uppercase">{name}</h3>
        {isCareful(person) && (
          <p className="text-lg font-bold text-danger">
            No {namesText([...allergens, ...avoid])}
            {checkedBy !== null && (
              <span className="font-semibold text-success"> ✓ {checkedBy} checked</span>
            )}
          </p>
        )}
        {rest !== '' && <p className="break-words">{rest}</p>}
      </div>
      <ul>
        {items.map((item) => (
          <PortionRow
            key={item.id}
            item={item}
            isOpen={isOpen}
            isChoosing={isChoosing}
            onTap={() => onTap(item)}
          />
        ))}
      </ul>
    </div>
  );
}

type PortionRowProps = Pick<PersonRowsProps, 'isOpen' | 'isChoosing'> & {
  item: PackItemReply;
  onTap: () => void;
};

function PortionRow({ item, isOpen, isChoosing, onTap }: PortionRowProps) {
  const { state, mealName, mealType, reason, helping } = item;
  return (
    <li>
      <button
        type="button"
        aria-pressed={state === 'ticked'}
        aria-disabled={!isOpen}
        onClick={() => {
          if (isOpen) onTap();
        }}
        className={classNames(
          'flex min-h-16 w-full items-center gap-4 px-4 py-2 text-left text-xl focus-visible:-outline-offset-3',
          isChoosing && 'bg-warning-soft',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-lg border-2 text-2xl leading-none font-bold',
            BOX[state],
          )}
        >
          {MARK[state]}
        </span>
        <span className="min-w-0 flex-1 break-words">
          {mealName}
          {reason && (
            <span className="block text-lg font-semibold text-danger">
              Missing: {MISSING_REASON_LABELS[reason].toLowerCase()}
            </span>
          )}
        </span>
        <span className="shrink-0 text-right text-lg">
          {mealType}
          {helping && <span className="block">{helping}</span>}
        </span>
      </button>
    </li>
  );
}

const BOX = {
  ticked: 'border-success bg-success text-surface',
  missing: 'border-danger text-danger',
  open: 'border-control',
};
const MARK = { ticked: '✓', missing: '!', open: '' };
