import { NameSpace, StatusCode, type Meta } from '@lectern/rtc/im-protocol';
import { isGroup, type ImRefusal } from './frames.js';
import type { ImDevice } from './hub.js';

/** Result for an item: it was stored or pushed under this id, or refused. */
export type ImOutcome = { readonly id: bigint; readonly sentAt: number } | ImRefusal;

/**
 * Handles items of one namespace; they have an id and a body of legal length. An item is not accepted where it throws.
 */
export type ImRoute = (device: ImDevice, meta: Meta) => ImOutcome | Promise<ImOutcome>;

/** Selects the items that a route handles. */
export interface ImRouteKey {
  readonly ns: number;
  /** Matches items to groups only; without it, items that no other route matches. */
  readonly isToGroups?: true;
}

const nameOf = ({ ns, isToGroups = false }: { ns: number; isToGroups?: boolean }): string => `${ns} ${isToGroups}`;

/** Handlers of items by route. */
export class ImRoutes {
  readonly #routes = new Map<string, ImRoute>();

  register(key: ImRouteKey, route: ImRoute): void {
    this.#routes.set(nameOf(key), route);
  }

  take(device: ImDevice, meta: Meta): ImOutcome | Promise<ImOutcome> {
    const { ns = NameSpace.Statistic, to = {} } = meta;
    const route =
      (isGroup(to) && this.#routes.get(nameOf({ ns, isToGroups: true }))) || this.#routes.get(nameOf({ ns }));
    return route?.(device, meta) ?? { errorCode: StatusCode.UnknownCommand, reason: `nothing takes namespace ${ns}` };
  }
}
