import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { eraseEverything } from '#platform/web/storage/kept-erase-everything.ts';
import { clearBasket, purgeWhoEats } from '#areas/checkout/web/kept-basket.ts';
import {
  eraseHousehold,
  type RememberedHousehold,
  saveHousehold,
} from '#areas/checkout/web/site/kept-households.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { HouseholdCard } from './household-card.tsx';
import { KeptParts } from './kept-parts.tsx';
import { readKept } from './read-kept.ts';

/** All that this browser keeps of whoever uses it: to be seen, changed and erased. */
export function ThisDevicePage() {
  const { business } = useConfig();
  const [kept, setKept] = useState(() => readKept(business.caloriePlans));
  const [message, setMessage] = useState('');
  const { households, favourites, plan, orders, mealsUnderWay, visit } = kept;
  const isEmpty =
    households.length + favourites.length + orders.length + visit.length === 0 &&
    !plan &&
    mealsUnderWay === null;

  function after(done: string) {
    setKept(readKept(business.caloriePlans));
    setMessage(done);
  }
  function save(changed: RememberedHousehold) {
    after(
      saveHousehold(changed)
        ? `“${changed.name}” is changed.`
        : 'Your browser didn’t store the change.',
    );
  }
  function eraseAll() {
    clearBasket(null);
    eraseEverything();
    after('Everything is erased from this device.');
  }
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">Kept on this device</PageHeading>
      <p>
        This is all that {business.name} keeps in this browser. It stays here: nobody else sees it,
        and other devices don’t have it. Your card is never kept.
      </p>
      <ResultPlace result={message || null}>
        <div role="status">{message && <Notice tone="success">{message}</Notice>}</div>
      </ResultPlace>
      {isEmpty ? (
        <EmptyState
          title="Nothing is kept here"
          action={
            <Link to={paths.order()} className={buttonClass('primary')}>
              Order
            </Link>
          }
        >
          <p>When you order, tick “Remember us on this device” beneath your details.</p>
        </EmptyState>
      ) : (
        <>
          <Button variant="danger" className="w-fit" onClick={eraseAll}>
            Erase everything here
          </Button>
          {households.map((household) => (
            <HouseholdCard
              key={household.id}
              household={household}
              names={households.filter(({ id }) => id !== household.id)}
              onSave={save}
              onErase={() => {
                eraseHousehold(household.id);
                purgeWhoEats(household.id);
                after(`“${household.name}” is erased from this device.`);
              }}
            />
          ))}
          <KeptParts kept={kept} onErased={after} />
        </>
      )}
      <p className="text-sm text-ink-soft">
        What we hold on our side is in{' '}
        <Link to={paths.privacy()} className="underline">
          Privacy
        </Link>
        .
      </p>
    </div>
  );
}
