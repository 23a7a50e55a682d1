import { useMatches } from 'react-router';
import type { RouteEntry } from '../lib/site-map.js';

/** The row of the route table that is shown; undefined where no route answers to the address. */
export function useRoute(): RouteEntry | undefined {
  return useMatches().at(-1)?.handle as RouteEntry | undefined;
}
