import { useEffect, useState } from 'react';
import type { PlateWords } from '#areas/menu/rules/plate-address.ts';

/** The plate of a meal as it is being edited, drawn here: the server draws only those of the menu. */
export function DrawnPlate({
  name,
  mealType,
  ingredients,
  description,
  className,
}: PlateWords & { className: string }) {
  const [drawn, setDrawn] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    import('#areas/menu/web/plate/draw-plate.ts')
      .then(({ drawPlate }) => {
        if (isMounted) setDrawn(drawPlate({ name, mealType, ingredients, description }));
      })
      // The words beside it say what it is.
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [name, mealType, ingredients, description]);
  if (drawn === null) return <span className={className} />;
  return (
    <img src={`data:image/svg+xml,${encodeURIComponent(drawn)}`} alt="" className={className} />
  );
}
