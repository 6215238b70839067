import { classNames } from '#platform/web/ui/class-names.ts';

export function Heart({
  meal,
  className,
}: {
  meal: { id: number; name: string };
  className?: string;
}) {
  return (
    <button
      type="button"
      hidden
      data-heart={meal.id}
      aria-pressed="false"
      aria-label={`Favourite: ${meal.name}`}
      suppressHydrationWarning
      className={classNames(
        'group/heart grid size-11 place-items-center print:hidden [&[hidden]]:hidden',
        className,
      )}
    >
      <span className="grid size-8 place-items-center rounded-full bg-surface text-xl leading-none text-danger shadow-card before:content-['♡'] group-hover/heart:bg-danger-soft group-aria-pressed/heart:before:content-['♥']" />
    </button>
  );
}
