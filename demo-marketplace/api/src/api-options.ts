import type { DemoContent } from './site/index.js';
import type { Clock } from '@lectern/kit/clock';
import type { DatabaseTimeouts } from '@lectern/kit/postgres';
import type { Pool } from './db/database.js';
import type { DevelopmentInbox, SmsOptions } from './delivery/index.js';
import type { Feature } from './feature.js';
import type { PageHeads } from './pages/index.js';
import type { CardOptions } from './payments/index.js';
import type { PurchasableTypes } from './purchasables/index.js';
import type { GuestUsers, LockChatUser, MakeChatUser, RoomEvent, RoomOperator, RtcUsersOptions } from './rtc/index.js';
import type { SecretOptions } from './security/index.js';
import type { UploadIntake, S3Options } from './upload/index.js';

/** Options of the plugin `marketplaceApi`. */
export interface MarketplaceApiOptions extends RtcUsersOptions {
  /** `postgres://` URL of the database that holds its tables. */
  readonly databaseUrl: string;
  /** PostgreSQL schema of its tables; `marketplace` by default. */
  readonly databaseSchema?: string;
  /** Folder for uploaded files. */
  readonly dataDir: string;
  /**
   * Secret for signing, encryption and hashing: at least 16 random characters. A plain string means that there is no
   * previous secret to rotate from.
   */
  readonly secret: string | SecretOptions;
  /** Public address of the site; by default the address of each request. */
  readonly publicUrl?: string | undefined;
  /** SMTP server as `smtps://user:password@host`; without it, mail goes to the development inbox. */
  readonly smtpUrl?: string | undefined;
  /** Sender address of mail. */
  readonly mailFrom?: string | undefined;
  /** Text message service; without it, text messages go to the development inbox. */
  readonly sms?: SmsOptions | undefined;
  /** Bucket for files; without it, files are stored in `dataDir`. */
  readonly s3?: S3Options | undefined;
  /** Card payment provider; without it, card payments are unavailable. */
  readonly card?: CardOptions | undefined;
  /** True makes the development inbox public, verification codes included. */
  readonly isDemo?: boolean;
  /** Courses, people and images of a demo; without them the catalogue is left unchanged. */
  readonly demoData?: DemoContent | undefined;
  /** False skips writing {@link demoData} and only serves its images. */
  readonly demoContent?: boolean;
  /** Creates a user of the conference server; by default through its open registration. */
  readonly makeChatUser?: MakeChatUser;
  /** Locks a user of the conference server, whose REST API has no call for it. */
  readonly lockChatUser: LockChatUser;
  /** Deletes guests after their class; without it guests are kept, since the REST API has no call for it. */
  readonly guestUsers?: GuestUsers;
  /** Opens rooms of classes and admits members; without it no class can be entered. */
  readonly roomOperator?: RoomOperator;
  readonly clock?: Clock;
  /** Features in addition to those of the marketplace. */
  readonly features?: readonly Feature[];
  /** Maximum new guests per minute and address. */
  readonly guestsPerMinute?: number;
  /** scrypt cost parameter N. */
  readonly passwordCost?: number;
  /** Called with the parts behind the HTTP surface, before the routes are added. */
  readonly expose?: (parts: MarketplaceParts) => void;
  /** Timeouts of the database; some seconds by default. */
  readonly databaseTimeouts?: DatabaseTimeouts;
}

/** Parts behind the HTTP surface, for tests and seeds. */
export interface MarketplaceParts {
  readonly db: Pool;
  readonly inbox: DevelopmentInbox;
  /** Titles and descriptions of the application's pages. */
  readonly heads: PageHeads;
  /** Resolves when the database responds. @throws {Error} when it does not within about three seconds */
  checkDatabase(): Promise<void>;
  /** Intake of uploaded files. */
  readonly uploadIntake: UploadIntake;
  /** Types of items that orders sell. */
  readonly purchasables: PurchasableTypes;
  /** Handles an event of the application's rooms; the same event may come again. */
  handleRoomEvent(event: RoomEvent): Promise<void>;
  /** Resolves when all due jobs and messages are processed. */
  idle(): Promise<void>;
}
