import type { MouseEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useLookCloser } from '#areas/menu/web/use-look-closer.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

type MealLinkProps = { meal: MealReply; children: ReactNode; className?: string };

/** Leads to a meal's own page. With scripts, a plain tap opens its sheet instead, without leaving the menu. */
export function MealLink({ meal, children, className }: MealLinkProps) {
  const { sheet, lookAt } = useLookCloser(sheetActions);
  const address = paths.meal(meal.slug);

  async function open(event: MouseEvent) {
    const isForAnotherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.button !== 0 || isForAnotherTab) return;
    event.preventDefault();
    if (!(await lookAt(meal))) location.assign(address);
  }

  return (
    <>
      <Link to={address} onClick={(event) => void open(event)} className={className}>
        {children}
      </Link>
      {/* Outside of what the link stands in: a heading would lend the sheet its type. */}
      {sheet && createPortal(sheet, document.body)}
    </>
  );
}

function sheetActions({ slug }: MealReply) {
  return (
    <>
      <Link to={paths.meal(slug)} className={buttonClass('quiet')}>
        Open its page
      </Link>
      <Link to={paths.order({ meal: slug })} className={buttonClass('primary')}>
        Add to my week
      </Link>
    </>
  );
}
