/** Parses Stripe's form encoding of nested parameters: `shipping[address][city]=Cleveland`, `expand[0]=…`. */

type Tree = { [key: string]: Tree | string };

/** Values stay text. Throws when a name is given twice. */
export function readStripeForm(form: string): unknown {
  const root: Tree = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '');
    insertValue(root, keys, value, name);
  }
  return withLists(root);
}

function insertValue(
  tree: Tree,
  [key = '', ...rest]: readonly string[],
  value: string,
  name: string,
) {
  const here = tree[key];
  if (rest.length === 0) {
    if (here !== undefined) throw new Error(`${name} is given twice`);
    tree[key] = value;
    return;
  }
  const below = here ?? {};
  if (typeof below === 'string') throw new Error(`${name} is given as text and as an object`);
  tree[key] = below;
  insertValue(below, rest, value, name);
}

/** Keys counted from 0 make a list. */
function withLists(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const entries = Object.entries(tree);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList
    ? entries.map(([, value]) => withLists(value))
    : Object.fromEntries(entries.map(([key, value]) => [key, withLists(value)]));
}
