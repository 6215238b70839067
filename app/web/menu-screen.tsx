import { MenuPage } from '#areas/menu/web/site/menu-page.tsx';
import { FewLeftLoader } from '#areas/menu/web/site/use-few-left.ts';

const loadFewLeft = () => import('#areas/order-book/web/few-left.ts');

/** The menu, and what the orders leave of it. */
export function MenuScreen() {
  return (
    <FewLeftLoader value={loadFewLeft}>
      <MenuPage />
    </FewLeftLoader>
  );
}
