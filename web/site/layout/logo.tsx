import { Link } from 'react-router';
import { paths } from '#web/navigation/paths.ts';
import { LogoMark } from '#web/ui/layout/logo-mark.tsx';

/** Links home. */
export function Logo({ name }: { name: string }) {
  return (
    <Link to={paths.home()} className="rounded-xl">
      <LogoMark name={name} />
    </Link>
  );
}
