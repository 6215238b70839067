import { Link } from 'react-router';
import type { ServedSuburb } from '#domain/business.ts';
import { Button, buttonClass } from '#web/ui/form/button.tsx';
import { paths } from './paths.ts';

type SuburbAnswerProps = {
  /** Those that the question names. */
  served: readonly ServedSuburb[];
  /** The one that was probably meant. */
  near: { asked: string; suburb: ServedSuburb } | null;
  onMeant: (suburb: ServedSuburb) => void;
  onElsewhere: (suburb: string) => void;
};

const LIST = new Intl.ListFormat('en-AU');

/** "Yes", or "did you mean". */
export function SuburbAnswer({ served, near, onMeant, onElsewhere }: SuburbAnswerProps) {
  if (near) {
    const { asked, suburb } = near;
    return (
      <div className="grid gap-2">
        <p>
          Did you mean <strong>{suburb.name}</strong>?
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => onMeant(suburb)}>
            Yes, {suburb.name}
          </Button>
          <Button size="small" variant="quiet" onClick={() => onElsewhere(asked)}>
            No, {asked}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="font-semibold">
        Yes, we deliver to {LIST.format(served.map(({ name }) => name))}.
      </p>
      <Link to={paths.order()} className={buttonClass('primary', 'small')}>
        Start your order
      </Link>
    </div>
  );
}
