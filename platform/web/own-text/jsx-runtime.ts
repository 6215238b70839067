/** React's own, whose texts survive a page translator: see `own-text.ts`. The compiler imports it for every element. */
import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import * as react from 'react/jsx-runtime';
import { withOwnText } from './own-text.ts';

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
