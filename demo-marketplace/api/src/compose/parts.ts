import type { NoticeKinds } from '../messages/index.js';
import type { PaymentProvider } from '../payments/index.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import type { TargetTypes } from '../targets/index.js';
import type { Core } from './core.js';
import type { Delivery } from './delivery.js';
import type { Files } from './files.js';
import type { Members } from './members.js';
import type { Workers } from './workers.js';

/** All composed parts of the API, as the routes need them. */
export interface Parts {
  readonly core: Core;
  readonly files: Files;
  readonly delivery: Delivery;
  readonly members: Members;
  readonly providers: readonly PaymentProvider[];
  /** Kinds of notices of all features. */
  readonly notices: NoticeKinds;
  /** Types of content of all features. */
  readonly targets: TargetTypes;
  /** Types of items of all features, which orders sell. */
  readonly purchasables: PurchasableTypes;
  readonly workers: Workers;
}
