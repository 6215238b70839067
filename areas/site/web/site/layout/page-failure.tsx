import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

/** Shown when a page's scripts did not arrive, or when it crashed. Reloading fixes both. */
export function PageFailure() {
  return (
    <main className="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-20" role="alert">
      <h1 className="text-2xl">We couldn’t load this page</h1>
      <p>Check your connection and reload. Nothing you’ve chosen is lost.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Reload</Button>
        <a href={paths.home()} className={buttonClass('secondary')}>
          Home
        </a>
      </div>
    </main>
  );
}
