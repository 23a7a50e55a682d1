import type { previewOrder, RequestOf, ResponseOf } from '@lectern/marketplace-contract';

/** The sums of an order before it is placed. */
export type OrderPreview = ResponseOf<typeof previewOrder>;

/** The item to be ordered. */
export type OrderedItem = RequestOf<typeof previewOrder>['item'];
