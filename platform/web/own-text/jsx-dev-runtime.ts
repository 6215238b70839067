/** The same while developing. */
import type { ReactNode } from 'react';
import * as react from 'react/jsx-dev-runtime';
import { ownProps } from './jsx-runtime.ts';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

type JsxDev = typeof react.jsxDEV;

export const jsxDEV: JsxDev = (type, props, key, isStatic, ...rest) => {
  const own = ownProps(type, props as { children?: ReactNode });
  return react.jsxDEV(type, own, key, isStatic && Array.isArray(own.children), ...rest);
};
