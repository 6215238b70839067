import { paths } from '#web/navigation/paths.ts';
import { Button, buttonClass } from '#web/ui/form/button.tsx';

/** Shown when a page cannot be: its scripts did not arrive, or it broke. Loading it afresh is the cure for both. */
export function PageFailure() {
  return (
    <main className="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-20" role="alert">
      <h1 className="text-2xl">This page did not load</h1>
      <p>Please check your connection and load it again. Nothing you have chosen is lost.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Load again</Button>
        <a href={paths.home()} className={buttonClass('secondary')}>
          Home
        </a>
      </div>
    </main>
  );
}
