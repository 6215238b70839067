import { servedTypes, serviceTitle, type ServiceType } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

/** The services as choices of a select. `also`: of a meal that is for one which the kitchen does not have any more. */
export function ServiceOptions({ also }: { also?: string | undefined }) {
  const { business } = useConfig();
  return optionsFor(servedTypes(business), also).map((type) => (
    <option key={type} value={type}>
      {serviceTitle(type, business)}
    </option>
  ));
}

export function useHasServices(also?: string): boolean {
  return optionsFor(servedTypes(useConfig().business), also).length > 1;
}

function optionsFor(served: ServiceType[], also: string | undefined): ServiceType[] {
  const isGone = also === 'lunch' || also === 'dinner' ? !served.includes(also) : false;
  return isGone ? [...served, also as ServiceType] : served;
}
