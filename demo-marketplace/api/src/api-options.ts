import type { DemoContent } from './site/index.js';
import type { Clock } from '@lectern/kit/clock';
import type { DatabaseTimeouts } from '@lectern/kit/postgres';
import type { Pool } from './db/database.js';
import type { DevelopmentInbox, SmsOptions } from './delivery/index.js';
import type { PageHeads } from './pages/index.js';
import type { CardOptions } from './payments/index.js';
import type { GuestUsers, LockChatUser, MakeChatUser, RtcUsersOptions } from './rtc/index.js';
import type { SecretOptions } from './security/index.js';
import type { UploadIntake, S3Options } from './upload/index.js';

/** Options of the plugin `marketplaceApi`. */
export interface MarketplaceApiOptions extends RtcUsersOptions {
  /** `postgres://` of the database that its tables are in. */
  readonly databaseUrl: string;
  /** PostgreSQL schema of its tables; `marketplace` unless given. */
  readonly databaseSchema?: string;
  /** Folder for uploaded files. */
  readonly dataDir: string;
  /** Signs, seals and hashes; at least 16 characters that nobody knows. As text alone it is never changed. */
  readonly secret: string | SecretOptions;
  /** Address at which people reach the site, unless it is the one they requested. */
  readonly publicUrl?: string | undefined;
  /** Sends mail, as `smtps://user:password@host`; without it the development inbox takes it. */
  readonly smtpUrl?: string | undefined;
  /** Sender of mail. */
  readonly mailFrom?: string | undefined;
  /** Sends text messages; without it the development inbox takes them. */
  readonly sms?: SmsOptions | undefined;
  /** Bucket for files; without it they are in `dataDir`. */
  readonly s3?: S3Options | undefined;
  /** Provider that takes cards; without it no card is taken. */
  readonly card?: CardOptions | undefined;
  /** True lets everybody read the development inbox, with its codes. */
  readonly isDemo?: boolean;
  /** Courses, people and pictures of a demo; without them its catalogue stays as it is. */
  readonly demoData?: DemoContent | undefined;
  /** False writes nothing of {@link demoData}, and only serves its pictures. */
  readonly demoContent?: boolean;
  /** Makes a user of the conference server; by its open registration unless given. */
  readonly makeChatUser?: MakeChatUser;
  /** Locks a user of the conference server out; its REST has no call for that. */
  readonly lockChatUser: LockChatUser;
  /** Deletes guests after their class; without it they stay, since its REST has no call for that. */
  readonly guestUsers?: GuestUsers;
  readonly clock?: Clock;
  /** New guests per minute and address. */
  readonly guestsPerMinute?: number;
  /** scrypt's N: the cost of guessing a password. */
  readonly passwordCost?: number;
  /** Called with the parts behind the HTTP surface, before the routes are added. */
  readonly expose?: (parts: MarketplaceParts) => void;
  /** Longest times at the database; by default some seconds. */
  readonly databaseTimeouts?: DatabaseTimeouts;
}

/** Parts behind the HTTP surface, for tests and seeds. */
export interface MarketplaceParts {
  readonly db: Pool;
  readonly inbox: DevelopmentInbox;
  /** Titles and descriptions of the application's pages. */
  readonly heads: PageHeads;
  /** Resolves when the database answers. @throws when it does not in some three seconds */
  checkDatabase(): Promise<void>;
  /** Files on their way. */
  readonly uploadIntake: UploadIntake;
  /** Resolves when jobs and messages that are due are done. */
  idle(): Promise<void>;
}
