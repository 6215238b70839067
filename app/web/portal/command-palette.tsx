import { Command } from 'cmdk';
import { useState } from 'react';
import { useMayDo, useSignedIn } from '#platform/web/api/session.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { RANK, searchRank } from '#platform/rules/search-key.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import { isOrderItem, PaletteOrders, useFoundOrders } from './palette-orders.tsx';
import { PaletteGroup, PaletteItem } from './palette-item.tsx';
import { type PalettePage, palettePagesFor } from './palette-pages.ts';
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

  const pages = palettePagesFor(rights);
  const found = useFoundOrders(search, mayFind);
  // cmdk sorts what is in a group, and never its groups.
  const isBeforePages = pages.every(
    ({ label, words = [] }) => searchRank(search, label, ...words) <= found.rank,
  );
  const orders = <PaletteOrders found={found} onChoose={(path) => go({ path })} />;

  function go({ path, isElsewhere = false }: Pick<PalettePage, 'path' | 'isElsewhere'>) {
    onClose();
    if (isElsewhere) location.assign(path);
    else void navigate(path);
  }
  return (
    <Dialog open onClose={onClose} title="Go to…">
      <Command label="Go to…" loop filter={rankItem}>
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
            {pages.map((page) => (
              <PaletteItem key={page.path} words={page.words} onChoose={() => go(page)}>
                {page.label}
              </PaletteItem>
            ))}
          </PaletteGroup>
          <PaletteGroup heading="Actions">
            {mayPrint && <PrintToday onClose={onClose} />}
            {mayEditMeals && (
              <PaletteItem
                words={['add', 'dish']}
                onChoose={() => go({ path: paths.admin({ tab: 'meals', meal: 'new' }) })}
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
