import { Command } from 'cmdk';
import { useState } from 'react';
import type { PortalPage, PortalPart } from '#areas/business/web/define-page.ts';
import { useMayDo, useSignedIn } from '#platform/web/api/session.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { RANK, searchRank } from '#platform/rules/search-key.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { isOrderItem, PaletteOrders, useFoundOrders } from './palette-orders.tsx';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';
import { pagesFor } from './portal-pages.ts';
import { PrintToday } from './print-today.tsx';

/** Of cmdk: 0 hides an item, the highest is first in its group. The server looks for orders in more than an item shows. */
function rankItem(value: string, search: string, words: string[] = []): number {
  const rank = isOrderItem(value)
    ? Math.max(RANK.inside, searchRank(search, ...words))
    : searchRank(search, value, ...words);
  return rank / RANK.whole;
}

type CommandPaletteProps = { onClose: () => void; onShowKeys: () => void };

/** Every page, every order and what is often done, by typing a few letters. */
export function CommandPalette({ onClose, onShowKeys }: CommandPaletteProps) {
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const { rights } = useSignedIn();
  const mayPrint = useMayDo('makePrintouts');
  const mayFind = useMayDo('seeOrders');
  const mayEditMeals = useMayDo('editMeals');

  const pages = pagesFor(rights).flatMap((page) => page.parts.map((part) => itemOf(page, part)));
  const found = useFoundOrders(search, mayFind);
  // cmdk sorts what is in a group, and never its groups.
  const isBeforePages = pages.every(
    ({ label, words }) => searchRank(search, label, ...words) <= found.rank,
  );
  const orders = <PaletteOrders found={found} onChoose={(path) => go(path)} />;

  function go(path: string, isElsewhere = false) {
    onClose();
    if (isElsewhere) location.assign(path);
    else void navigate(path);
  }
  return (
    <Dialog open onClose={onClose} title="Find or do anything">
      <Command label="Find or do anything" loop filter={rankItem}>
        <Command.Input
          // Showing the dialog moves the focus to what has this attribute.
          ref={(input) => input?.setAttribute('autofocus', '')}
          value={search}
          onValueChange={setSearch}
          maxLength={100}
          placeholder={mayFind ? 'A page, an order, a name, a suburb' : 'A page'}
          className={CONTROL_CLASS}
        />
        <Command.List className="mt-3 max-h-[min(24rem,50dvh)] overflow-y-auto">
          <Command.Empty className="px-3 py-4 text-ink-soft">Nothing found.</Command.Empty>
          {isBeforePages && orders}
          <PaletteGroup heading="Pages">
            {pages.map(({ at, label, words, isElsewhere }) => (
              <PaletteItem
                key={at}
                value={label}
                words={words}
                onChoose={() => go(at, isElsewhere)}
              >
                {label}
              </PaletteItem>
            ))}
            <PaletteItem words={['website']} onChoose={() => go(paths.publicHome(), true)}>
              View public site
            </PaletteItem>
          </PaletteGroup>
          <PaletteGroup heading="Actions">
            {mayPrint && <PrintToday onClose={onClose} />}
            {mayEditMeals && (
              <PaletteItem
                words={['add', 'dish']}
                onChoose={() => go(paths.admin({ tab: 'meals', meal: 'new' }))}
              >
                New meal
              </PaletteItem>
            )}
            <PaletteItem words={['keyboard', 'shortcuts', 'help']} onChoose={onShowKeys}>
              Show the keys
            </PaletteItem>
          </PaletteGroup>
          {!isBeforePages && orders}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** The page itself for the part that it opens at; the others are named with it, because two may be called alike. */
function itemOf({ label, words = [], parts }: PortalPage, part: PortalPart) {
  const isFirst = part === parts[0];
  return {
    at: part.at,
    label: isFirst ? label : `${label}: ${part.label}`,
    words: isFirst ? [...words] : [part.label],
    isElsewhere: part.load === undefined,
  };
}
