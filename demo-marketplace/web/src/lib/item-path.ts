import { OrderItemType } from '@lectern/marketplace-contract';
import { coursePath, livePath } from './item-pages.js';

/** Pages of items, by the types that have some. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  [OrderItemType.Course]: coursePath,
  [OrderItemType.Crowdfund]: coursePath,
  [OrderItemType.Ticket]: livePath,
};

/** Address of the page of an item that orders sell; undefined when it has none. */
export const itemPath = ({ type, id }: { readonly type: string; readonly id: string }): string | undefined =>
  PATHS[type]?.(id);
