import type { PrivateImages } from '../upload/private-images.js';
import type { MediaLinks } from '../lessons/index.js';
import type { Sessions } from '../login/index.js';
import type { Applications } from '../mentor/index.js';
import type { Vault } from '../security/index.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import type { TargetTypes } from '../targets/index.js';
import type { Storage } from '../upload/index.js';

/** Dependencies of the back office. */
export interface OfficePorts {
  readonly storage: Storage;
  /** Decrypts the account numbers of withdrawals. */
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly images: PrivateImages;
  /** Types of content that are reported and hidden. */
  readonly targets: TargetTypes;
  /** Types of items whose orders are refunded. */
  readonly purchasables: PurchasableTypes;
  readonly applications: Applications;
  /** Signs links to videos of courses that are not on sale yet. */
  readonly links: MediaLinks;
  /** Wakes the outbox, so that the mail of a decision is sent. */
  readonly wakeOutbox: () => void;
}
