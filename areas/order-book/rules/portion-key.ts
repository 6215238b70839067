/** The one name of a portion on label, tablet and sheet: "20 Mia 9Q2X". Ours. */

const MOST_NAME = 16;

type KeyedPortion = {
  /** Null: not numbered yet. */
  stop: number | null;
  /** Of the person who eats it. */
  name: string;
  orderNumber: string;
  /** "2 of 2", with a second helping. */
  helping?: string | null;
};

/** `orderNumbers`: of all orders of its window. Two that end alike show two groups each. */
export function portionKeyText(
  { stop, name, orderNumber, helping = null }: KeyedPortion,
  orderNumbers: Iterable<string>,
): string {
  const groups = orderNumber.split('-');
  const last = groups.at(-1) ?? '';
  const isShared = [...orderNumbers].some(
    (other) => other !== orderNumber && other.split('-').at(-1) === last,
  );
  const code = isShared ? groups.slice(-2).join('-') : last;
  const second = helping === null ? '' : ` ${helping.replace(' of ', '/')}`;
  return `${stop ?? '–'} ${shortName(name)} ${code}${second}`;
}

function shortName(name: string): string {
  const characters = [...name.trim()];
  return characters.length > MOST_NAME
    ? `${characters.slice(0, MOST_NAME - 1).join('')}…`
    : name.trim();
}
