import { useNavigate } from 'react-router';
import type { ServedSuburb } from '#domain/business.ts';
import { LONGEST_SUBURB, servedSuburbsFor } from '#domain/delivery/served-suburbs.ts';
import { paths } from './paths.ts';

const LIST = new Intl.ListFormat('en-AU');

/**
 * For a one-field form that checks if we deliver to a suburb or postcode. If so, it goes to the order with the good
 * news as a sentence; if not, to the waitlist with the suburb filled in.
 */
export function useSuburbCheck(
  suburbs: readonly ServedSuburb[],
  tellGoodNews: (sentence: string) => void,
) {
  const navigate = useNavigate();

  function answer(asked: string) {
    const served = servedSuburbsFor(asked, suburbs);
    if (served.length === 0) {
      void navigate(paths.waitlist({ suburb: asked.trim() }));
      return;
    }
    void navigate(paths.order());
    tellGoodNews(`We deliver to ${LIST.format(served.map(({ name }) => name))}.`);
  }

  return {
    action: paths.suburbCheck(),
    name: 'suburb',
    placeholder: 'Suburb or postcode',
    autoComplete: 'postal-code',
    maxLength: LONGEST_SUBURB,
    buttonLabel: 'Check',
    onSend: answer,
  };
}
