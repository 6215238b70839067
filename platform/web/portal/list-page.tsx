/** A list of the portal: its search and filters stand in the address, so that going back finds them again. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams, withValues } from '#platform/web/navigation/address.ts';
import { Loaded, type LoadedQuery } from '#platform/web/ui/feedback/loaded.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SearchField, useSettledText } from '#platform/web/ui/form/search-field.tsx';

/** For a list that comes whole, or a page at a time. */
type ListQuery<Data> = LoadedQuery<Data> & { isPlaceholderData: boolean } & Partial<MorePages>;

type MorePages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

type ListPageProps<Data, Row> = {
  /** If it is not that of the whole page. */
  title?: ReactNode;
  /** "the customers". */
  what: string;
  /** At the right of the title. */
  actions?: ReactNode;
  /** What the search finds by; none without it. Its words are `q` in the address. */
  search?: string;
  /** Between search and rows. */
  filters?: ReactNode;
  /** Tabs around the rows. */
  panel?: (rows: ReactNode) => ReactNode;
  list: ListQuery<Data>;
  rowsOf: (data: Data) => readonly Row[];
  empty: ReactNode;
  /** What the button below brings: "messages". */
  more?: string;
  children: (rows: readonly Row[]) => ReactNode;
};

/** Title, search, filters, rows, and the way to more of them. */
export function ListPage<Data, Row>({
  title,
  what,
  actions,
  search,
  filters,
  panel = (rows) => rows,
  list,
  rowsOf,
  empty,
  more,
  children,
}: ListPageProps<Data, Row>) {
  return (
    <section className="grid gap-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3 empty:hidden">
        {title !== undefined && <h2 className="text-xl">{title}</h2>}
        {actions}
      </div>
      {search !== undefined && <AddressSearch label={search} />}
      {filters}
      {panel(
        <Loaded query={list} what={what}>
          {(data) => {
            const rows = rowsOf(data);
            if (rows.length === 0) return empty;
            return (
              <div className="grid gap-5" aria-busy={list.isPlaceholderData}>
                {children(rows)}
                <ShowMore list={list} more={more} />
              </div>
            );
          }}
        </Loaded>,
      )}
    </section>
  );
}

type ShowMoreProps = {
  list: Partial<MorePages>;
  /** "messages"; by default the word rows. */
  more?: string | undefined;
};

/** The next page of a list; nothing once all of it is shown. */
export function ShowMore({ list, more = 'rows' }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      busy={list.isFetchingNextPage ?? false}
      busyLabel="Loading…"
      onClick={() => void list.fetchNextPage?.()}
    >
      Show more {more}
    </Button>
  );
}

/** A part of the address: its value, empty if it is not there, and how to change it. */
export function useAddressValue(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const setValue = useCallback(
    (value: string) =>
      setParams((before) => withValues(before, { [name]: value }), {
        replace: true,
        preventScrollReset: true,
      }),
    [name, setParams],
  );
  return [params.get(name) ?? '', setValue];
}

/** How a list is sorted, which is `sort` in its address; `known`: if it is by one of these names. */
export function useSort<Name extends string = never>(names: readonly Name[] = []) {
  const [sort, onSort] = useAddressValue('sort');
  const known = names.flatMap((name) => [name, `-${name}` as const]).find((name) => name === sort);
  return { known, sorted: { sort, onSort } };
}

function AddressSearch({ label }: { label: string }) {
  const [q, setQ] = useAddressValue('q');
  const [text, setText] = useState(q);
  const settled = useSettledText(text.trim());
  // Only after typing: the address may change otherwise too.
  const search = useEffectEvent(() => {
    if (settled !== q) setQ(settled);
  });
  useEffect(() => search(), [settled]);
  return <SearchField label={label} value={text} onChange={setText} />;
}
