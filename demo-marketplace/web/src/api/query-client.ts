import { Access, type AnyAction, type RequestOf, type ResponseOf } from '@lectern/marketplace-contract';
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { callApi } from './client.js';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The action needs no login; its answer still depends on the caller. */
      readonly isPublic?: boolean;
      /** The answer depends neither on the member nor on what they change: categories, settings of the site. */
      readonly isLasting?: boolean;
    };
    mutationMeta: {
      /** Queries on the screen that are fetched again once it is done. */
      readonly invalidates?: readonly QueryKey[];
      /** The call changes nothing on the server: a preview, an export. */
      readonly isReadOnly?: boolean;
    };
  }
}

/** The environment of API calls: the page in a browser, or one request rendered on a server. */
export interface ApiContext {
  /** The language of the answers. */
  readonly locale: () => string;
  /** The token of the caller; undefined for visitors. */
  readonly token: () => string | undefined;
  /** Origin of the API, for example `https://lectern.example`; by default that of the page. */
  readonly origin?: string;
}

interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Age up to which an answer is shown without fetching again, in milliseconds: going back is immediate. */
const STALE_TIME_MS = 15_000;

/** Fetches, caches and shares the answers of the API. One per page in a browser, and one per request on a server. */
export class ApiQueryClient extends QueryClient {
  readonly #context: ApiContext;

  constructor(context: ApiContext) {
    super({
      defaultOptions: {
        // Failures are shown at once, with a button that tries again; the page itself says that it is offline.
        queries: { staleTime: STALE_TIME_MS, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
        mutations: { retry: false, networkMode: 'always' },
      },
      mutationCache: new MutationCache({
        onSuccess: (_data, _variables, _result, { meta }) => {
          if (meta?.isReadOnly !== true) this.forgetAfterChange(meta?.invalidates);
        },
      }),
    });
    this.#context = context;
  }

  /** The token of the caller; undefined for visitors. */
  token(): string | undefined {
    return this.#context.token();
  }

  /** Calls an action outside of any query. @throws {ApiError} when the server refused; `TypeError` when it was not reached */
  call<A extends AnyAction>(action: A, body: RequestOf<A>, { signal }: CallOptions = {}): Promise<ResponseOf<A>> {
    const { locale, token, origin = '' } = this.#context;
    return callApi(action, body, { locale: locale(), token: token(), origin, ...(signal && { signal }) });
  }

  /**
   * After something was changed on the server: answers that are not on the screen are forgotten, so no page shows what
   * was before. Those on the screen are fetched again where `keys` name them, else when a component next needs them.
   */
  forgetAfterChange(keys: readonly QueryKey[] = []): void {
    this.#forgetUnshown(({ isLasting }) => isLasting !== true);
    void this.invalidateQueries({ refetchType: 'none', predicate: ({ meta }) => meta?.isLasting !== true });
    for (const queryKey of keys) void this.invalidateQueries({ queryKey });
  }

  /** Called after a login or logout, so that no member sees data of another. */
  forgetMember(): void {
    const isLoggedIn = this.#context.token() !== undefined;
    this.#forgetUnshown(({ isLasting }) => isLasting !== true);
    const active = this.getQueryCache().findAll({ type: 'active' });
    for (const { queryKey, meta } of active) {
      if (meta?.isLasting === true) continue;
      const filter = { queryKey, exact: true };
      // A public page keeps its content until the new answer arrives, so that typed text is not lost.
      if (meta?.isPublic === true) void this.invalidateQueries(filter);
      else if (isLoggedIn) void this.resetQueries(filter);
    }
  }

  /** After another language was chosen. */
  forgetLanguage(): void {
    this.#forgetUnshown(() => true);
    void this.invalidateQueries({ type: 'active' });
  }

  #forgetUnshown(isForgotten: (meta: { readonly isLasting?: boolean }) => boolean): void {
    const cache = this.getQueryCache();
    for (const query of cache.getAll()) {
      // One with observers is on the screen, or kept by it.
      if (query.getObserversCount() === 0 && isForgotten(query.meta ?? {})) cache.remove(query);
    }
  }
}

export const isPublicAction = (action: AnyAction): boolean => action.access === Access.Public;
