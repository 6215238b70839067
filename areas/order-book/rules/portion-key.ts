/** The one name of a portion or bag on label, tablet, sheet and phone: "20 Mia 9Q2X". Ours. */

const MOST_NAME = 16;

export type KeyedPortion = {
  /** Null: not numbered yet. */
  stop: number | null;
  /** Among the person who eats it; of a bag, the first name of whoever it is handed to. */
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

/** Its stop, which labels print larger, and the rest of it. */
export function splitKey(key: string): { stop: string; who: string } {
  const [stop = ''] = key.split(' ', 1);
  return { stop, who: key.slice(stop.length + 1) };
}

function shortName(name: string): string {
  const characters = [...name.trim()];
  return characters.length > MOST_NAME
    ? `${characters.slice(0, MOST_NAME - 1).join('')}…`
    : name.trim();
}
