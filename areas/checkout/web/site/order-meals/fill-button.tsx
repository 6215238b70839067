import { useState } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useFillDialog } from './use-fill-dialog.ts';

/** Fills the empty cells of a week, of everyone who is asked for. */
export function FillButton() {
  const [isFilling, setIsFilling] = useState(false);
  const { loaded, loadAgain } = useFillDialog();

  function fill() {
    setIsFilling(true);
    if (loaded === 'failed') loadAgain();
  }

  return (
    <>
      <Button variant="secondary" size="small" className="max-sm:px-3" onClick={fill}>
        <span>
          Fill<span className="sr-only"> the week for me</span>
        </span>
      </Button>
      <p role="status" className="text-sm text-danger empty:hidden">
        {isFilling && loaded === 'failed'
          ? 'We couldn’t load this. Please check your connection and tap again.'
          : ''}
      </p>
      {loaded !== null && loaded !== 'failed' && (
        <loaded.Dialog open={isFilling} onClose={() => setIsFilling(false)} />
      )}
    </>
  );
}
