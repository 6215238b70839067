import { shownLogo } from '#areas/business/rules/logo.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { LogoMark } from '#platform/web/ui/layout/logo-mark.tsx';

/** Links home. */
export function Logo({ name }: { name: string }) {
  const { business } = useConfig();
  return (
    <a href={paths.home()} className="rounded-xl">
      <LogoMark name={name} logo={shownLogo(business.logo)} />
    </a>
  );
}
