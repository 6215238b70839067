import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** To have it there before a part is shown. */
export const loadQueries = () => import('./query-provider.tsx');

/** A part that is loaded when it is shown, with what keeps the replies to its calls; the page around it needs neither. */
export function lazyWithQueries<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [{ QueryProvider }, Part] = await Promise.all([loadQueries(), load()]);
    const WithQueries = (props: Props) => (
      <QueryProvider>
        <Part {...props} />
      </QueryProvider>
    );
    return { default: WithQueries };
  });
}
