import type { ReactElement } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { SearchField } from '../../features/search/index.js';
import { paths } from '../../lib/site-map.js';

/** Opens the search page with the typed text as its `query` (specification §2). */
export function SearchForm({ className }: { readonly className: string }): ReactElement {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const asked = pathname === paths.search ? (parameters.get('query') ?? '') : '';
  // The field follows the address, so a new address remounts it.
  return <SearchField key={asked} asked={asked} className={className} />;
}
