import { resetPassword, ResetPasswordRequest } from '#areas/staff/calls/staff.ts';
import { call } from '#platform/web/api/client.ts';
import { AccountForm, type AccountValues, LinkFrame } from './account-form.tsx';

/** The page of a password reset link. */
export function ResetPasswordPage() {
  return (
    <LinkFrame heading="New password" purpose="reset">
      {({ token, email }) => {
        const bodyOf = ({ password }: AccountValues) => ({ token, password });
        return (
          <AccountForm
            email={email}
            asksForName={false}
            submitLabel="Save new password"
            bodyOf={bodyOf}
            schema={ResetPasswordRequest}
            send={(values) => call(resetPassword, { body: bodyOf(values) })}
          />
        );
      }}
    </LinkFrame>
  );
}
