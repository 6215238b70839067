/** What the browser finds itself, without the server: pages, settings, help, and what a line asks to do. */
import { SECTIONS } from '#areas/business/rules/facts.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { PortalPage, PortalPart } from '#areas/business/web/define-page.ts';
import type { SearchReply } from '#areas/office/calls/search.ts';
import {
  FOUND_GROUPS,
  FOUND_KINDS,
  type CommandAct,
  type Command,
} from '#areas/office/rules/search.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { markedWords, nearRank, RANK, searchRank } from '#platform/rules/search-key.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { pagesFor } from './portal-pages.ts';

export type Entry = {
  key: string;
  title: string;
  detail?: string;
  marks?: readonly string[];
  to: string;
  /** Another program is behind its address. */
  isElsewhere?: boolean;
};

export type Group = {
  key: string;
  heading: string;
  entries: Entry[];
  rank: number;
  more?: string | null;
};

const MOST = 5;
/** Among equally good groups, those of the server come first. */
const SEQUENCE: readonly string[] = [...FOUND_KINDS, 'pages', 'settings', 'help', 'do'];

type Ranked = Entry & { rank: number };

function groupOf(key: string, heading: string, entries: readonly Ranked[]): Group {
  const best = entries.filter(({ rank }) => rank > RANK.none).toSorted((a, b) => b.rank - a.rank);
  return { key, heading, entries: best.slice(0, MOST), rank: best[0]?.rank ?? RANK.none };
}

/** The best first; what someone asks to do, before all. */
export function inSequence(groups: readonly Group[], command: Command | null): Group[] {
  const rankOf = ({ key, rank }: Group) => (command && key === 'do' ? Infinity : rank);
  return groups
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => rankOf(b) - rankOf(a) || SEQUENCE.indexOf(a.key) - SEQUENCE.indexOf(b.key));
}

/** Every part of every page that the role may open, and the public site. */
export function pageEntries(
  rights: readonly StaffRight[],
): (Entry & { words: string[]; isFirst: boolean })[] {
  return [
    ...pagesFor(rights).flatMap((page) => page.parts.map((part) => pageEntry(page, part))),
    {
      key: 'public',
      title: 'View public site',
      words: ['website'],
      to: paths.publicHome(),
      isElsewhere: true,
      isFirst: true,
    },
  ];
}

/** The page itself for the part that it opens at; the others are named with it, because two may be called alike. */
function pageEntry({ label, words = [], parts }: PortalPage, part: PortalPart) {
  const isFirst = part === parts[0];
  return {
    key: part.at,
    title: isFirst ? label : `${label}: ${part.label}`,
    words: isFirst ? [...words] : [part.label],
    to: part.at,
    isElsewhere: part.load === undefined,
    isFirst,
  };
}

export function placesWith(q: string, rights: readonly StaffRight[]): Group[] {
  const pages = pageEntries(rights).map((page) => ({
    ...page,
    marks: markedWords(q, page.title),
    rank: nearRank(q, page.title, ...page.words),
  }));
  const settings = rights.includes('manageSettings') ? SECTIONS : [];
  const fields = settings.flatMap(({ title: section, fields: all }) =>
    all.map(({ path, label }) => ({
      key: path,
      title: label,
      detail: `Settings, ${section}`,
      marks: markedWords(q, label),
      to: paths.admin({ tab: 'settings', section, field: path }),
      rank: nearRank(q, label),
    })),
  );
  return [groupOf('pages', 'Pages', pages), groupOf('settings', 'Settings', fields)];
}

type Section = { page: string; id: string; title: string; pageTitle: string; markdown: string };

/** For the handbook, as its own search finds them. */
export function helpWith(q: string, sections: readonly Section[]): Group {
  return groupOf(
    'help',
    'Help',
    sections.map(({ page, id, title, pageTitle, markdown }) => ({
      key: `${page}/${id}`,
      title,
      detail: pageTitle,
      marks: markedWords(q, title),
      to: paths.admin({ tab: 'help', page, section: id }),
      // By words of its text: after all that is called so.
      rank: nearRank(q, title) || Math.min(RANK.nearly, searchRank(q, title, pageTitle, markdown)),
    })),
  );
}

export function foundGroups({ groups }: SearchReply): Group[] {
  return groups.map(({ kind, items, rank, more }) => ({
    key: kind,
    heading: FOUND_GROUPS[kind],
    entries: items.map(({ id, link, ...shown }) => ({ ...shown, key: `${kind} ${id}`, to: link })),
    rank,
    more,
  }));
}

const RIGHTS: Record<CommandAct, StaffRight> = {
  close: 'editSlots',
  open: 'editSlots',
  refund: 'refundOrders',
  move: 'moveDeliveries',
  cancel: 'setOrderStatus',
  message: 'messageCustomers',
  print: 'makePrintouts',
  labels: 'makePrintouts',
  run_out: 'settleRunOut',
  new_meal: 'editMeals',
  phone_order: 'takePhoneOrders',
  hand_over: 'setDeliveryStatus',
  count: 'cook',
};

/** For which group of the server a command is about one. */
const ABOUT: Partial<Record<CommandAct, SearchReply['groups'][number]['kind']>> = {
  refund: 'orders',
  move: 'orders',
  cancel: 'orders',
  message: 'orders',
  run_out: 'meals',
  count: 'recipes',
};

/** What the server is asked for: of a command, what it is about. */
export function askedOf(q: string, command: Command | null): string {
  return command && command.about !== '' && ABOUT[command.act] ? command.about : q;
}

/** Dialogs and pages where it is done, filled in as far as the words say. Nothing is done by going there. */
export function doWith(
  command: Command | null,
  found: SearchReply | null,
  rights: readonly StaffRight[],
): Group {
  const entries =
    command && rights.includes(RIGHTS[command.act]) ? entriesOf(command, found).slice(0, MOST) : [];
  return { key: 'do', heading: 'Do', entries, rank: RANK.exact };
}

function entriesOf(command: Command, found: SearchReply | null): Entry[] {
  const { act, about, date } = command;
  const kind = ABOUT[act];
  const items = found?.groups.find((group) => group.kind === kind)?.items ?? [];
  if (about !== '' && kind) return items.flatMap((item) => entryAbout(command, item) ?? []);
  const when = whenText(command);
  const entry = (title: string, to: string): Entry[] => [{ key: act, title, to }];
  const day = date ?? undefined;
  const window = command.windows.join(',') || undefined;
  switch (act) {
    case 'close':
      return entry(`Close${when}…`, paths.admin({ tab: 'close', date: day, window }));
    case 'open':
      return entry(
        day === undefined ? 'Open: which day?' : `Open${when}…`,
        paths.deliverySlots({ week: day, open: day, window: day && window }),
      );
    case 'print':
      return entry(`Print${when}…`, paths.home(day === undefined ? {} : { day }));
    case 'labels':
      return entry(`Labels${when}…`, paths.admin({ tab: 'prep', date: day, part: 'printouts' }));
    case 'message':
      return entry(
        `Message customers${when}…`,
        paths.admin({ tab: 'deliveries', date: day, message: command.windows[0] }),
      );
    case 'hand_over':
      return entry(
        about === '' ? 'Hand over a run…' : `Hand over the run of ${about}…`,
        paths.admin({ tab: 'deliveries', date: day, handOver: about }),
      );
    case 'new_meal':
      return entry('New meal…', paths.admin({ tab: 'meals', meal: 'new' }));
    case 'phone_order':
      return entry('New phone order…', paths.phoneOrder());
    case 'run_out':
      return entry('Run out: which meal?', paths.admin({ tab: 'meals' }));
    case 'count':
      return entry('Count stock…', paths.admin({ tab: 'shopping', by: 'stock' }));
    default:
      return entry(`${VERBS[act]}: which order?`, paths.admin({ tab: 'orders' }));
  }
}

const VERBS = { refund: 'Refund', move: 'Move', cancel: 'Cancel' };
const ORDER_VERBS = { ...VERBS, message: 'Message' };

type Item = SearchReply['groups'][number]['items'][number];

/** Null: it cannot be done with this one. */
function entryAbout({ act, date }: Command, { id, title, detail, marks }: Item): Entry | null {
  const shown = { key: `${act} ${id}`, detail, marks };
  if (act === 'run_out') {
    const when = date === null ? '' : ` from ${formatDayAndMonth(date)}`;
    const to = paths.admin({ tab: 'meals', runOut: Number(id), date: date ?? undefined });
    return { ...shown, title: `Run out: ${title}${when}…`, to };
  }
  if (act === 'count') {
    const [part, count] = id.split(':');
    if (part !== 'ingredients') return null;
    const to = paths.admin({ tab: 'shopping', by: 'stock', count: Number(count) });
    return { ...shown, title: `Count ${title}…`, to };
  }
  if (act === 'refund' || act === 'move' || act === 'cancel' || act === 'message') {
    const to = paths.admin({ tab: 'orders', order: Number(id), do: act });
    return { ...shown, title: `${ORDER_VERBS[act]} ${title}…`, to };
  }
  return null;
}

/** " Wed 2 Dec, 4pm-6pm". */
function whenText({ date, windows }: Command): string {
  const said = [date === null ? '' : formatDayAndMonth(date), ...windows.map(windowLabel)];
  const text = said.filter(Boolean).join(', ');
  return text === '' ? '' : ` ${text}`;
}
