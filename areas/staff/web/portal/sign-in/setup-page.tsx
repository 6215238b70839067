import { setUpFirstStaff, SetUpFirstStaffRequest } from '#areas/staff/calls/staff.ts';
import { call } from '#platform/web/api/client.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { AccountForm, type AccountValues, LinkFrame } from './account-form.tsx';

/** The very first account, with the link from the server's log. */
export function SetupPage() {
  return (
    <LinkFrame heading="First staff account" purpose="setup">
      {({ token }) => {
        const bodyOf = (values: AccountValues) => ({ token, ...values });
        return (
          <AccountForm
            email=""
            asksForName
            submitLabel="Create account"
            next={paths.admin({ tab: 'first-hour' })}
            bodyOf={bodyOf}
            schema={SetUpFirstStaffRequest}
            send={(values) => call(setUpFirstStaff, { body: bodyOf(values) })}
          />
        );
      }}
    </LinkFrame>
  );
}
