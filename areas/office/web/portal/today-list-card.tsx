import type { TodayItemReply, TodayListReply } from '#areas/office/calls/today.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { SeenButton } from './seen-button.tsx';
import { describeMoney, linkOfItem, TODAY_LIST_FACTS } from './describe-today.ts';

const BORDERS = {
  bad: 'border-danger bg-danger-soft',
  look: 'border-line bg-surface',
  later: 'border-line bg-surface',
};

type TodayListCardProps = { list: TodayListReply; today: PlainDate };

/** What needs a hand: how much of it, the first few, and the way to all. */
export function TodayListCard({ list, today }: TodayListCardProps) {
  const { kind, count, items } = list;
  const { title, urgency, link } = TODAY_LIST_FACTS[kind];
  const rest = count - items.length;
  const money = describeMoney(list);
  return (
    <li className={classNames('grid rounded-2xl border px-4 py-2', BORDERS[urgency])}>
      <h3 className="text-base font-semibold">
        <Link
          to={link(items[0])}
          className="flex min-h-11 items-center justify-between gap-4 underline underline-offset-4"
        >
          <span>{title}</span>
          <span className="text-xl tabular-nums">{count}</span>
        </Link>
      </h3>
      {money && <p>{money}</p>}
      <ul className="pb-2">
        {items.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-4 wrap-anywhere"
          >
            <Item kind={kind} item={item} today={today} />
            {kind === 'flagged' && <SeenButton item={item} />}
          </li>
        ))}
        {rest > 0 && <li className="text-ink-soft">and {rest} more</li>}
      </ul>
    </li>
  );
}

type ItemProps = { kind: TodayListReply['kind']; item: TodayItemReply; today: PlainDate };

function Item({ kind, item, today }: ItemProps) {
  const mayOpenOrders = useMayDo('seeOrders');
  const link = linkOfItem(kind, item, { today, mayOpenOrders });
  if (link === null) return item.label;
  return (
    <Link
      to={link}
      className="inline-flex min-h-9 items-center underline decoration-control underline-offset-4 max-md:min-h-11"
    >
      {item.label}
    </Link>
  );
}
