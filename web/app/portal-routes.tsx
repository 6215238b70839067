/** The frame around staff pages. In a file of its own, so that visitors load none of it. */
import { lazy } from 'react';
import { loadPage } from './pages.ts';
import { screen } from './route-parts.tsx';

export { PortalLayout } from './portal-layout.tsx';
export { SignInLayout } from './sign-in-layout.tsx';

const SignInPage = lazy(async () => ({ default: (await loadPage.signIn()).SignInPage }));
const SetupPage = lazy(async () => ({ default: (await loadPage.setup()).SetupPage }));
const InvitePage = lazy(async () => ({ default: (await loadPage.invite()).InvitePage }));
const ResetPasswordPage = lazy(async () => ({
  default: (await loadPage.resetPassword()).ResetPasswordPage,
}));

export const SignInScreen = () => screen(<SignInPage />);
export const SetupScreen = () => screen(<SetupPage />);
export const InviteScreen = () => screen(<InvitePage />);
export const ResetPasswordScreen = () => screen(<ResetPasswordPage />);
