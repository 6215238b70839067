import { CustomerList } from './customer-list.tsx';
import { CustomerPage } from './customer-page.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';

/** All customers, or the one that the address names by one of their orders. */
export function CustomersTab() {
  const [params] = useSearchParams();
  const named = params.get('customer');
  return named !== null && /^[1-9]\d{0,9}$/.test(named) ? (
    <CustomerPage key={named} id={Number(named)} />
  ) : (
    <CustomerList />
  );
}
