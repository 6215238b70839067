import { freshQuery } from '#platform/web/api/call-query.ts';
import { Command as Menu } from 'cmdk';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  LONGEST_QUERY,
  type SearchReply,
  SHORTEST_QUERY,
  searchPortal,
} from '#areas/office/calls/search.ts';
import { FOUND_GROUPS, readCommand } from '#areas/office/rules/search.ts';
import type { searchHandbook } from '#areas/office/web/portal/handbook.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { RANK, searchRank } from '#platform/rules/search-key.ts';
import { useMayDo, useSignedIn } from '#platform/web/api/session.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { useSettledText } from '#platform/web/ui/form/search-field.tsx';
import {
  askedOf,
  doWith,
  type Entry,
  type Group,
  foundGroups,
  helpWith,
  inSequence,
  pageEntries,
  placesWith,
} from './found-here.ts';
import { ApiError } from '#platform/web/api/api-error.ts';

const PAUSE_MS = 120;
const KEPT_MS = 60_000;
const LAST_OPENED = 5;

/** For this tab, until it is loaded again. */
const memory: { text: string; closedAt: number; opened: Entry[] } = {
  text: '',
  closedAt: -KEPT_MS,
  opened: [],
};

type SearchPanelProps = { onClose: () => void; onShowKeys: () => void };

/** Everything of the portal, by typing a few letters, and the dialogs of what is often done. */
export function SearchPanel({ onClose, onShowKeys }: SearchPanelProps) {
  const [text, setText] = useState(() =>
    performance.now() - memory.closedAt < KEPT_MS ? memory.text : '',
  );
  useEffect(() => {
    memory.text = text;
    return () => {
      memory.closedAt = performance.now();
    };
  }, [text]);
  const navigate = useNavigate();
  const found = useFound(text);
  const { entries, groups } = found;
  const [chosen, setChosen] = useState({ of: '', key: '' });
  // What is chosen with the arrows is chosen of this list; of another, its first is.
  const list = entries.map(({ key }) => key).join('\n');
  const first = entries[0]?.key ?? '';
  const value = chosen.of === list && chosen.key !== '' ? chosen.key : first;

  function open(entry: Entry) {
    memory.opened = [entry, ...memory.opened.filter(({ key }) => key !== entry.key)].slice(
      0,
      LAST_OPENED,
    );
    memory.text = '';
    setText('');
    onClose();
    if (entry.isElsewhere) location.assign(entry.to);
    else void navigate(entry.to);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || text === '') return;
    event.preventDefault();
    event.stopPropagation();
    setText('');
  }
  const isKeys =
    found.q !== '' && searchRank(found.q, 'Show the keys', 'keyboard shortcuts') > RANK.none;
  return (
    <Dialog open onClose={onClose} title="Find or do anything">
      <Menu
        label="Find or do anything"
        loop
        shouldFilter={false}
        value={value}
        onValueChange={(key) => setChosen({ of: list, key })}
      >
        <Menu.Input
          // Showing the dialog moves the focus to what has this attribute.
          ref={(input) => input?.setAttribute('autofocus', '')}
          value={text}
          onValueChange={(typed) => setText(typed.slice(0, LONGEST_QUERY))}
          onKeyDown={press}
          onFocus={(event) => event.target.select()}
          maxLength={LONGEST_QUERY}
          placeholder="Name, number, phone, meal, page, or “close wed arvo”"
          className={CONTROL_CLASS}
        />
        <Menu.List className="mt-3 max-h-[min(28rem,55dvh)] overflow-y-auto">
          {groups.map((group) => (
            <FoundGroup key={group.key} group={group} onOpen={open} />
          ))}
          {isKeys && (
            <MenuGroup heading={groups.some(({ key }) => key === 'do') ? 'Keys' : 'Do'}>
              <MenuItem value="keys" onChoose={onShowKeys}>
                Show the keys
              </MenuItem>
            </MenuGroup>
          )}
        </Menu.List>
      </Menu>
      {found.isAsking && found.former.length > 0 && <Former groups={found.former} />}
      <Outcome found={found} isEmpty={entries.length === 0 && !isKeys} onFollow={onClose} />
    </Dialog>
  );
}

type FoundGroups = {
  q: string;
  groups: Group[];
  entries: Entry[];
  isAsking: boolean;
  isFailed: boolean;
  /** The answer to these words; null: there is none yet, or none is asked for. */
  answer: SearchReply | null;
  former: Group[];
  again: () => void;
};

/** An answer belongs to the words that it was asked for, and is shown for no others. */
function useFound(text: string): FoundGroups {
  const { rights } = useSignedIn();
  const { business } = useConfig();
  const today = useToday();
  const q = text.trim();
  const isShort = [...q].length < SHORTEST_QUERY;
  const command = today === null || isShort ? null : readCommand(q, today, business);
  const words = askedOf(q, command);
  const settled = useSettledText(words, PAUSE_MS);
  const query = useQuery(searchQuery(settled));
  const sections = useHelp(isShort ? '' : q);
  const isCurrent = settled === words && !query.isPlaceholderData;
  const answer = isCurrent && query.data?.q === words ? query.data : null;
  const isAsked = [...words].length >= SHORTEST_QUERY;
  const isFailed = isAsked && isCurrent && query.isError;
  const groups = isShort
    ? [
        { key: 'opened', heading: 'Last opened', entries: memory.opened, rank: 1 },
        { key: 'pages', heading: 'Pages', entries: pagesAtFirst(rights), rank: 0 },
      ].filter(({ entries }) => entries.length > 0)
    : inSequence(
        [
          ...(answer ? foundGroups(answer) : []),
          ...placesWith(q, rights),
          helpWith(q, sections),
          doWith(command, answer, rights),
        ],
        command,
      );
  return {
    q: isShort ? '' : q,
    groups,
    entries: groups.flatMap(({ entries }) => entries),
    isAsking: isAsked && !isShort && answer === null && !isFailed,
    isFailed,
    answer: isShort ? null : answer,
    former: !isShort && query.data && answer === null ? foundGroups(query.data) : [],
    again: () => void query.refetch(),
  };
}

function pagesAtFirst(rights: readonly StaffRight[]): Entry[] {
  return pageEntries(rights).filter(({ isFirst }) => isFirst);
}

/** The handbook comes with the first search. */
function useHelp(q: string) {
  const [search, setSearch] = useState<typeof searchHandbook | null>(null);
  const isAsked = q !== '';
  useEffect(() => {
    if (!isAsked) return;
    void import('#areas/office/web/portal/handbook.ts').then((handbook) =>
      setSearch(() => handbook.searchHandbook),
    );
  }, [isAsked]);
  return isAsked && search ? search(q) : [];
}

function FoundGroup({ group, onOpen }: { group: Group; onOpen: (entry: Entry) => void }) {
  const { key: name, heading, entries, more } = group;
  const rest = more
    ? { key: `${name} more`, title: `More ${heading.toLowerCase()}…`, to: more }
    : null;
  return (
    <MenuGroup heading={heading}>
      {entries.map((entry) => (
        <MenuItem key={entry.key} value={entry.key} onChoose={() => onOpen(entry)}>
          <EntryText entry={entry} />
        </MenuItem>
      ))}
      {rest && (
        <MenuItem value={rest.key} onChoose={() => onOpen(rest)}>
          <span className="text-primary">{rest.title}</span>
        </MenuItem>
      )}
    </MenuGroup>
  );
}

function EntryText({ entry: { title, detail = '', marks = [] } }: { entry: Entry }) {
  return (
    <span className="grid min-w-0 py-1.5">
      <span className="font-semibold">{marked(title, marks)}</span>
      {detail !== '' && <span className="text-sm text-ink-soft">{marked(detail, marks)}</span>}
    </span>
  );
}

function marked(text: string, marks: readonly string[]): ReactNode[] {
  return text.split(/([\s,]+)/).map((part, at) =>
    marks.includes(part) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the same words always stand in the same places
      <mark key={at} className="rounded-sm bg-mango-soft text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

type MenuItemProps = { value: string; onChoose: () => void; children: ReactNode };

function MenuItem({ value, onChoose, children }: MenuItemProps) {
  return (
    <Menu.Item
      value={value}
      onSelect={onChoose}
      className="flex min-h-11 cursor-pointer items-center rounded-xl px-3 data-[selected=true]:bg-primary-soft wide:pointer-fine:min-h-9"
    >
      {children}
    </Menu.Item>
  );
}

function MenuGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Menu.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Menu.Group>
  );
}

/** In sight, and not to be chosen: it is of other words. */
function Former({ groups }: { groups: readonly Group[] }) {
  return (
    <ul inert aria-hidden="true" className="mt-2 grid px-3 text-ink-soft">
      {groups
        .flatMap(({ entries }) => entries)
        .map(({ key, title }) => (
          <li key={key} className="py-1.5">
            {title}
          </li>
        ))}
    </ul>
  );
}

type OutcomeProps = { found: FoundGroups; isEmpty: boolean; onFollow: () => void };

/** How far the search has come, and where else to look. */
function Outcome({ found, isEmpty, onFollow }: OutcomeProps) {
  const { q, isAsking, isFailed, answer, again } = found;
  const seesOrders = useMayDo('seeOrders');
  const late = answer?.late.map((kind) => FOUND_GROUPS[kind]) ?? [];
  const isNone = isEmpty && answer !== null && late.length === 0;
  const isNearly = answer?.nearly === true;
  const what = seesOrders ? 'order, customer, meal or page' : 'delivery, meal, recipe or page';
  return (
    <div className="mt-3 grid justify-items-start gap-1 px-3 text-ink-soft">
      <p role="status">
        {isAsking && 'Looking…'}
        {isFailed && 'We couldn’t look. '}
        {late.length > 0 &&
          `${late.join(', ')} ${late.length === 1 && !late[0]?.endsWith('s') ? 'is' : 'are'} taking longer. `}
        {isNone && `No ${what} fits “${q}”.`}
        {isNearly && `Nothing is called exactly “${answer.q}”. Shown: spelled nearly so.`}
      </p>
      {(isFailed || late.length > 0) && (
        <button type="button" onClick={again} className={LINK}>
          Try again
        </button>
      )}
      {(isNone || isNearly) && (
        <p className="flex flex-wrap gap-x-5">
          {seesOrders && (
            <Link to={paths.admin({ tab: 'orders', q })} onClick={onFollow} className={LINK}>
              Look in all orders
            </Link>
          )}
          <Link to={paths.admin({ tab: 'help', q })} onClick={onFollow} className={LINK}>
            Look in Help
          </Link>
        </p>
      )}
    </div>
  );
}

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 wide:pointer-fine:min-h-8';

const MOST_WAITS = 5;

/** What the server finds. Anyone who types faster than it allows waits as long as it says, and is asked no more. */
function searchQuery(q: string) {
  return freshQuery(
    ['admin-search', q],
    searchPortal,
    { body: { q } },
    {
      enabled: [...q].length >= SHORTEST_QUERY,
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: (waits, error) => waits < MOST_WAITS && isTooMany(error),
      retryDelay: (_waits, error) =>
        1000 * ((error instanceof ApiError ? error.retryAfterSeconds : null) ?? 1),
    },
  );
}

function isTooMany(error: Error): boolean {
  return error instanceof ApiError && error.status === 429;
}
