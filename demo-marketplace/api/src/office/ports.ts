import type { PrivateImages } from '../upload/private-images.js';
import type { MediaLinks } from '../lessons/index.js';
import type { Sessions } from '../login/index.js';
import type { Applications } from '../mentor/index.js';
import type { Vault } from '../security/index.js';
import type { Storage } from '../upload/index.js';

/** What the back office works with. */
export interface OfficePorts {
  readonly storage: Storage;
  /** Opens the numbers of accounts that withdrawals go to. */
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly images: PrivateImages;
  readonly applications: Applications;
  /** Opens videos of courses that are not on sale yet. */
  readonly links: MediaLinks;
  /** Has mail go out that a decision wrote. */
  readonly wakeOutbox: () => void;
}
