/** The frame around staff pages. In a file of its own, so that visitors load none of it. */
import { lazy } from 'react';
import { screen } from './route-parts.tsx';

export { PortalLayout } from './portal-layout.tsx';
export { SignInLayout } from './sign-in-layout.tsx';

const SignInPage = lazy(async () => ({
  default: (await import('#web/portal/sign-in/sign-in-page.tsx')).SignInPage,
}));
const SetupPage = lazy(async () => ({
  default: (await import('#web/portal/sign-in/setup-page.tsx')).SetupPage,
}));
const InvitePage = lazy(async () => ({
  default: (await import('#web/portal/sign-in/invite-page.tsx')).InvitePage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('#web/portal/sign-in/reset-password-page.tsx')).ResetPasswordPage,
}));

export const SignInScreen = () => screen(<SignInPage />);
export const SetupScreen = () => screen(<SetupPage />);
export const InviteScreen = () => screen(<InvitePage />);
export const ResetPasswordScreen = () => screen(<ResetPasswordPage />);
