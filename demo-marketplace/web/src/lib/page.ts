import type { ComponentType } from 'react';
import type { ApiQueryClient } from '../api/query-client.js';
import { needTexts } from '../i18n/locale.js';
import type { Section } from '../i18n/messages.js';
import type { RoutePath } from './site-map.js';

/** Values of the variable parts of an address: `no` of `/verify/:no`. */
export type PathParameters = Readonly<Partial<Record<string, string>>>;

/** Starts all queries of a page at once, without waiting for any. */
export type PageQueries = (client: ApiQueryClient, search: URLSearchParams, parameters: PathParameters) => void;

/** One screen of a feature. */
export interface Page {
  /** Loads the code of the screen, and its texts beside it. */
  readonly load: () => Promise<ComponentType>;
  /** Loads the function that starts the screen's queries, in parallel with its code. */
  readonly queries: (() => Promise<PageQueries>) | undefined;
}

/** The screens of a feature by their addresses. */
export type Pages = Readonly<Partial<Record<RoutePath, Page>>>;

/** A screen with the texts it needs beyond those of every page. */
export const page = (
  load: () => Promise<ComponentType>,
  texts: readonly Section[],
  queries?: () => Promise<PageQueries>,
): Page => ({
  load: async () => (await Promise.all([load(), needTexts(...texts)]))[0],
  queries,
});
