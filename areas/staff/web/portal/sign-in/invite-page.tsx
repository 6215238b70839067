import { acceptInvite, AcceptInviteRequest } from '#areas/staff/calls/staff.ts';
import { call } from '#platform/web/api/client.ts';
import { AccountForm, type AccountValues, LinkFrame } from './account-form.tsx';

/** The page of an invitation link. */
export function InvitePage() {
  return (
    <LinkFrame heading="Your staff account" purpose="invite">
      {({ token, email }) => {
        const bodyOf = ({ firstName, lastName, password }: AccountValues) => ({
          token,
          firstName,
          lastName,
          password,
        });
        return (
          <AccountForm
            email={email}
            asksForName
            submitLabel="Create account"
            bodyOf={bodyOf}
            schema={AcceptInviteRequest}
            send={(values) => call(acceptInvite, { body: bodyOf(values) })}
          />
        );
      }}
    </LinkFrame>
  );
}
