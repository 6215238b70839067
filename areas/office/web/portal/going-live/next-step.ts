/** One button of the page stands out: that of the first step that is open. */
import { createContext, useContext } from 'react';

export const IsNextStep = createContext(false);

export function useActVariant(): 'primary' | 'secondary' {
  return useContext(IsNextStep) ? 'primary' : 'secondary';
}
