import { internalPath } from '@lectern/marketplace-contract';
import './app/styles.css';

// The page behind shared links (specification §2): leads on to the route in `path`, and to no other site.
const target = internalPath(new URLSearchParams(location.search).get('path'));
if (target === undefined) document.getElementById('refused')?.removeAttribute('hidden');
else location.replace(target);
