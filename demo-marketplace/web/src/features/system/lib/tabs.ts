import { oneOf } from '../../../lib/query.js';

export const SYSTEM_TABS = ['notices', 'settings'] as const;

/** The tab that an address names. */
export const systemTabOf = (search: URLSearchParams) => oneOf(SYSTEM_TABS, search.get('tab'), 'notices');
