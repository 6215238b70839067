import { Link } from 'react-router';
import { shownLogo } from '#domain/settings/logo.ts';
import { useConfig } from '#web/api/page-data.ts';
import { paths } from '#web/navigation/paths.ts';
import { LogoMark } from '#web/ui/layout/logo-mark.tsx';

/** Links home. */
export function Logo({ name }: { name: string }) {
  const { business } = useConfig();
  return (
    <Link to={paths.home()} className="rounded-xl">
      <LogoMark name={name} logo={shownLogo(business.logo)} />
    </Link>
  );
}
