import { type RefObject, useEffect } from 'react';
import { useSearchParams } from '#platform/web/navigation/address.ts';

/** Shows the section that the address names by its title; the first is in sight already. */
export function useOpenSection(form: RefObject<HTMLFormElement | null>): void {
  const [params] = useSearchParams();
  const title = params.get('section');
  useEffect(() => {
    if (title === null) return;
    const [, ...below] = form.current?.querySelectorAll('section[aria-label]') ?? [];
    const named = below.find((section) => section.getAttribute('aria-label') === title);
    named?.scrollIntoView({ block: 'start' });
  }, [form, title]);
}
