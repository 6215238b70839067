/** React's own, whose texts survive a page translator: see `own-text.ts`. The compiler imports it for every element. */
import {
  type ElementType,
  type Key,
  type ReactElement,
  type ReactNode,
  createElement,
} from 'react';
import * as react from 'react/jsx-runtime';

export { Fragment, type JSX } from 'react/jsx-runtime';

type Props = { children?: ReactNode };

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsx(type, ownProps(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const own = ownProps(type, props);
  return (Array.isArray(own.children) ? react.jsxs : react.jsx)(type, own, key);
}

/** Used by the development runtime too. */
export function ownProps(type: ElementType, props: Props): Props {
  const children = withOwnText(type, props.children);
  return children === props.children ? props : { ...props, children };
}

// Every text the only child of its element. A page translator wraps text nodes in elements of its own; React holds on
// to text beside other children and then fails to remove it (facebook/react #11538), but writes an only child's text
// again through its element.

/** What these contain is text alone: elements in them are not shown. */
const TEXT_ONLY = new Set(['option', 'title', 'textarea', 'style', 'script', 'text', 'tspan']);

/** The children of an element of this type, as React is to get them. */
function withOwnText(type: unknown, children: ReactNode): ReactNode {
  // A component gives them to an element, or to React itself, and there they are met again.
  if (typeof type !== 'string' && typeof type !== 'symbol') return children;
  const isHost = typeof type === 'string';
  if (isText(children)) return isHost ? children : inSpan(String(children), 0);
  if (!Array.isArray(children)) return children;
  const all: readonly ReactNode[] = children;
  if (isHost && (TEXT_ONLY.has(type) || all.flat(Infinity).every(isTextOrNothing)))
    return joined(all.flat(Infinity) as ReactNode[]);
  return spread(all);
}

/** Nothing keeps its place: by its place React knows what has no key. */
function spread(children: readonly ReactNode[]): ReactNode[] {
  const result: ReactNode[] = [];
  for (let at = 0; at < children.length;) {
    const child = children[at];
    if (Array.isArray(child)) {
      result.push(spread(child));
      at += 1;
    } else if (!isTextOrNothing(child)) {
      result.push(child);
      at += 1;
    } else {
      const next = children.findIndex((one, index) => index > at && !isTextOrNothing(one));
      const end = next < 0 ? children.length : next;
      const words = joined(children.slice(at, end));
      result.push(words.trim() === '' ? words : inSpan(words, at));
      while (result.length < end) result.push(null);
      at = end;
    }
  }
  return result;
}

function inSpan(words: string, place: number): ReactNode {
  return createElement('span', { key: `·${place}` }, words);
}

function joined(words: readonly ReactNode[]): string {
  return words.filter(isText).join('');
}

function isText(node: ReactNode): node is string | number | bigint {
  return typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint';
}

function isTextOrNothing(node: ReactNode): boolean {
  return isText(node) || node === null || node === undefined || typeof node === 'boolean';
}
