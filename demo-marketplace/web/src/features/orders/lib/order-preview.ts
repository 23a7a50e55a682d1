import type { previewOrder, RequestOf, ResponseOf } from '@lectern/marketplace-contract';

/** What an order would come to. */
export type OrderPreview = ResponseOf<typeof previewOrder>;

/** What is about to be ordered. */
export type OrderedItem = RequestOf<typeof previewOrder>['item'];
