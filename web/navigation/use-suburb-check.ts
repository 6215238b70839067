import { useNavigate } from 'react-router';
import type { ServedSuburb } from '#domain/business.ts';
import { servedSuburbsFor } from '#domain/delivery/served-suburbs.ts';
import { paths } from './paths.ts';

const LIST = new Intl.ListFormat('en-AU');

/**
 * Answers whether we come to a suburb or postcode by going where one goes from there: to the order, or to the waitlist with
 * the suburb filled in. Returns the good news in a sentence; null when there is none.
 */
export function useSuburbCheck(suburbs: readonly ServedSuburb[]) {
  const navigate = useNavigate();
  return (asked: string): string | null => {
    const served = servedSuburbsFor(asked, suburbs);
    if (served.length === 0) {
      void navigate(paths.waitlist({ suburb: asked.trim() }));
      return null;
    }
    void navigate(paths.order());
    return `We deliver to ${LIST.format(served.map(({ name }) => name))}.`;
  };
}
