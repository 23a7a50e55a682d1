import rateLimit from '@fastify/rate-limit';
import { enterAsGuest, mailServer, sendCode } from '@lectern/marketplace-contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { certificateActions, Certificates, SigningKeys } from './certificates/index.js';
import { systemClock, type Clock } from './clock.js';
import { ConfigError } from './config.js';
import { catalogueActions } from './courses/index.js';
import type { DatabaseTimeouts } from './db/bounded-pool.js';
import { openDatabase, withoutValues, type Database } from './db/database.js';
import {
  DevelopmentInbox,
  inboxPage,
  outboxWorker,
  smsCarrier,
  smtpMailer,
  type Mailer,
  type SmsOptions,
} from './delivery/index.js';
import { feedbackActions } from './feedback/index.js';
import { housekeeping, HOUSEKEEPING_JOB, scheduleHousekeeping } from './housekeeping.js';
import { onCall } from './http/call.js';
import { forThisSite } from './http/for-this-site.js';
import { docRoutes } from './http/openapi.js';
import { actionRoutes, PREFIX } from './http/routes.js';
import { jobWorker } from './jobs/index.js';
import { lessonActions, MediaLinks, mediaStreaming } from './lessons/index.js';
import { Codes, loginActions, Proofs, Sessions } from './login/index.js';
import { exportActions, memberActions, MemberInfos } from './member/index.js';
import { DIGEST_JOB, digestJob, messageActions, scheduleDigest, stopMailPage, stopPath } from './messages/index.js';
import { Applications, HIDE_PICTURES_JOB, hidePictures, mentorActions, scheduleHidePictures } from './mentor/index.js';
import { officeActions } from './office/index.js';
import {
  CHAT_ACCOUNT_JOB,
  CHAT_END_JOB,
  ChatAccounts,
  Guests,
  endChat,
  RtcUsers,
  type GuestUsers,
  type LockChatUser,
  type MakeChatUser,
  type RtcUsersOptions,
} from './rtc/index.js';
import { couponActions } from './coupons/index.js';
import { orderActions, orderJobs, scheduleCrowdfunds } from './orders/index.js';
import {
  cardHook,
  cardProvider,
  DEV_NOTICE_JOB,
  devNotice,
  devPaymentPage,
  devProvider,
  refundSender,
  paymentActions,
  type CardOptions,
} from './payments/index.js';
import { legalPages, pageHeads, siteMapRoutes, type PageHeads } from './pages/index.js';
import { finishRotation, openVault, Passwords, Throttle, type SecretOptions } from './security/index.js';
import { demoPictures, hasDemoContent, seedDemoContent } from './seed/index.js';
import { DEMO_ACCOUNTS, lockDemoAccounts, seedDemoAccounts, siteActions } from './site/index.js';
import { shareActions } from './share/index.js';
import { listStaff } from './staff/index.js';
import {
  Arrivals,
  DiskForms,
  DiskShelf,
  diskStorage,
  FILES_PATH,
  InspectionPool,
  piecewiseUploads,
  PrivateImages,
  privateImageRoute,
  S3Forms,
  S3Shelf,
  scheduleUploadExpiry,
  Storage,
  UPLOAD_EXPIRY_JOB,
  uploadActions,
  uploadExpiry,
  type S3Options,
} from './upload/index.js';
import { payPasswordActions, PayPasswords, walletActions } from './wallet/index.js';

/** Generous, since a school may sit behind one address; enough to stop a script from filling the user table. */
const GUESTS_PER_MINUTE = 600;
const CALLS_PER_MINUTE = 1_200;
/** Of one network of visitors: a school that registers. Each account has limits of its own. */
const CODES_PER_MINUTE = 300;
const SHARES_PER_MINUTE = 60;
const REQUEST_ID = /^[\w-]{8,64}$/;

export interface MarketplaceApiOptions extends RtcUsersOptions {
  /** `postgres://` of the database that its tables are in. */
  readonly databaseUrl: string;
  /** PostgreSQL schema of its tables; `marketplace` unless given. */
  readonly databaseSchema?: string;
  /** Folder for uploaded files. */
  readonly dataDir: string;
  /** Signs, seals and hashes; at least 16 characters that nobody knows. As text alone it is never changed. */
  readonly secret: string | SecretOptions;
  /** Where people reach the site, unless it is where they asked. */
  readonly publicUrl?: string | undefined;
  /** Sends mail, as `smtps://user:password@host`; without it the development inbox takes it. */
  readonly smtpUrl?: string | undefined;
  /** Sender of mail. */
  readonly mailFrom?: string | undefined;
  /** Sends text messages; without it the development inbox takes them. */
  readonly sms?: SmsOptions | undefined;
  /** Where files are; without it in `dataDir`. */
  readonly s3?: S3Options | undefined;
  /** Who takes cards; without it nobody does. */
  readonly card?: CardOptions | undefined;
  /** Whether everybody may read the development inbox, with its codes. */
  readonly isDemo?: boolean;
  /** Whether a demo with an empty catalogue is filled with courses and people; unless said otherwise, it is. */
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
  /** What a password costs to guess: scrypt's N. */
  readonly passwordCost?: number;
  /** Is handed what there is behind the HTTP surface. */
  readonly expose?: (parts: MarketplaceParts) => void;
  /** Longest times at the database; by default some seconds. */
  readonly databaseTimeouts?: DatabaseTimeouts;
}

/** What tests and seeds reach for behind the HTTP surface. */
export interface MarketplaceParts {
  readonly db: Database;
  readonly inbox: DevelopmentInbox;
  /** What pages of the application say of themselves. */
  readonly heads: PageHeads;
  /** Resolves when the database answers. @throws when it does not in some three seconds */
  checkDatabase(): Promise<void>;
  /** Files on their way. */
  readonly arrivals: Arrivals;
  /** Resolves when jobs and messages that are due are done. */
  idle(): Promise<void>;
}

const SCHEMA = 'marketplace';
const DEMO_CONTENT_IN_PRODUCTION =
  'this database holds the invented people, courses and money of the demo, which production must not serve. Give ' +
  'production a database of its own: another DATA_DIR, MARKETPLACE_DATABASE_URL or MARKETPLACE_SCHEMA';
const MAIL_FROM = 'Lectern <no-reply@localhost>';

/**
 * Fastify plugin: the marketplace's actions under `/api`, each answering with the envelope `{code, msg, data}`; uploads
 * and their files, `/api-docs`, and in demo mode `/dev/inbox`. Ends what it started when the application closes.
 */
export async function marketplaceApi(app: FastifyInstance, options: MarketplaceApiOptions): Promise<void> {
  const { clock = systemClock, publicUrl } = options;
  // Before any route: refusals, and what developers look at, have it too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  app.addHook('onRequest', forThisSite);
  const users = new RtcUsers(options);
  const warn = (message: string, cause: unknown): void => app.log.warn({ err: withoutValues(cause) }, message);
  const database = await openDatabase({
    url: options.databaseUrl,
    schemaName: options.databaseSchema ?? SCHEMA,
    onError: (error) => warn('an idle database connection broke', error),
    ...(options.databaseTimeouts && { timeouts: options.databaseTimeouts }),
  });
  const { db } = database;
  app.addHook('onClose', () => database.close());

  const vault = await openVault(options.secret, {
    db,
    now: clock.now(),
    warn: (message) => app.log.warn(message),
    // As after a ban: the old chat password cannot be read any more, and the job replaces it.
    renewChat: (inner, memberId) => endChat(inner, memberId, clock.now(), 'banned'),
  });
  const passwords = new Passwords(options.passwordCost);
  const throttle = new Throttle(db);
  const sessions = new Sessions(db);
  const codes = new Codes(vault, throttle);
  const payPasswords = new PayPasswords({ pool: db, passwords, throttle, vault });
  const uploads = resolve(options.dataDir, 'uploads');
  const { s3 } = options;
  const bucket = s3 && new S3Shelf(s3);
  const forms = s3 ? new S3Forms(s3, FILES_PATH, () => clock.now()) : new DiskForms(vault, FILES_PATH);
  const storage = new Storage(forms);
  const shelf = bucket ?? new DiskShelf(uploads);
  const inspections = new InspectionPool({ clock });
  app.addHook('onClose', () => inspections.close());
  const arrivals = new Arrivals({ folder: uploads, shelf, db, clock, inspections });
  await arrivals.prepare();
  const images = new PrivateImages(vault, clock);
  const makeUser = options.makeChatUser ?? ((account) => users.createMember(account));
  const links = new MediaLinks(vault);
  const signingKeys = new SigningKeys(vault);
  const certificates = new Certificates(signingKeys);
  const applications = new Applications(vault, storage, images);
  const chat = new ChatAccounts({ db, clock, vault, makeUser, lockUser: options.lockChatUser, log: warn });
  const guests = new Guests({
    ...{ db, throttle, users: options.guestUsers },
    newName: () => users.newGuestName(),
    create: (displayName, username) => users.createGuest(displayName, username),
  });
  const infos = new MemberInfos(chat, storage);

  const inbox = new DevelopmentInbox(clock);
  const mailer: Mailer =
    options.smtpUrl === undefined ? inbox : smtpMailer(options.smtpUrl, options.mailFrom ?? MAIL_FROM);
  const sms = options.sms === undefined ? inbox : smsCarrier(options.sms);
  const { card } = options;
  const isDemo = options.isDemo === true;
  const providers = [
    ...(card === undefined ? [] : [cardProvider(card, () => clock.now())]),
    ...(isDemo ? [devProvider] : []),
  ];
  const refunds = refundSender({ db, clock, log: warn, providers });
  const outbox = outboxWorker({
    ...{ db, clock, log: warn, publicUrl, mailer, sms },
    stopPath: (stop) => stopPath(vault, stop),
  });
  const jobs = jobWorker({
    ...{ db, clock, log: warn },
    handlers: {
      [CHAT_ACCOUNT_JOB]: chat.job,
      [CHAT_END_JOB]: chat.endJob,
      [HOUSEKEEPING_JOB]: housekeeping({
        ...{ clock, codes, sessions, throttle, guests },
        alarm: (message) => app.log.error(message),
      }),
      [UPLOAD_EXPIRY_JOB]: uploadExpiry({ arrivals, shelf, clock, alarm: (message) => app.log.error(message) }),
      [DEV_NOTICE_JOB]: devNotice(clock),
      [HIDE_PICTURES_JOB]: hidePictures(shelf),
      [DIGEST_JOB]: digestJob(clock),
      ...orderJobs(clock),
    },
    // Those that wait for money are put before the back office instead.
    lasting: new Set([
      ...[CHAT_ACCOUNT_JOB, CHAT_END_JOB, HOUSEKEEPING_JOB],
      ...[UPLOAD_EXPIRY_JOB, HIDE_PICTURES_JOB, DIGEST_JOB],
    ]),
  });
  app.addHook('preClose', async () => {
    await Promise.all([outbox.close(), jobs.close(), refunds.close()]);
    mailer.close();
  });
  options.expose?.({
    ...{ db, inbox, arrivals },
    checkDatabase: () => database.check(),
    heads: pageHeads({ db, clock, storage }),
    idle: async () => {
      // Jobs may request refunds, and both send messages.
      await jobs.idle();
      await refunds.idle();
      await outbox.idle();
    },
  });

  // Nobody reads the inbox where there is no demo.
  const channels = { email: options.smtpUrl !== undefined || isDemo, mobile: options.sms !== undefined || isDemo };
  const wakeOutbox = (): void => outbox.wake();
  const wakeJobs = (): void => jobs.wake();
  const proofs = new Proofs({ pool: db, codes, passwords, throttle, channels });
  const ports = { pool: db, codes, passwords, sessions, throttle, infos };
  const actions = [
    onCall(enterAsGuest, ({ displayName }, call) => guests.enter(displayName, call)),
    ...loginActions({ ...ports, chat, channels, wakeOutbox, wakeJobs }),
    ...memberActions({ ...ports, chat, storage, proofs, wakeOutbox, wakeJobs }),
    ...exportActions(throttle, proofs),
    ...messageActions(),
    ...uploadActions({ storage, arrivals, images, throttle }),
    ...catalogueActions(storage),
    ...mentorActions({ storage, applications, throttle }),
    ...feedbackActions({ storage, throttle, images }),
    ...officeActions({
      ...{ storage, vault, sessions, images, links, wakeOutbox },
      applications,
    }),
    ...shareActions(throttle, channels, wakeOutbox),
    ...orderActions(storage),
    ...paymentActions(providers, payPasswords, vault),
    ...walletActions(vault, payPasswords),
    ...payPasswordActions({ pool: db, payPasswords, codes, throttle, channels, wakeOutbox }),
    ...couponActions(throttle),
    ...lessonActions({ links, certificates, throttle }),
    ...certificateActions(signingKeys),
    ...siteActions({
      appKey: options.appKey,
      restUrl: options.publicRestUrl,
      demoAccounts: isDemo ? DEMO_ACCOUNTS : [],
    }),
  ];
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => {
        const given = request.headers['x-request-id'];
        request.id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
      });
      await scope.register(rateLimit, { global: false });
      actionRoutes(scope, {
        ...{ db, clock, sessions, actions, publicUrl },
        limits: {
          perMinute: CALLS_PER_MINUTE,
          actions: {
            [enterAsGuest.path]: options.guestsPerMinute ?? GUESTS_PER_MINUTE,
            [sendCode.path]: CODES_PER_MINUTE,
            [mailServer.path]: SHARES_PER_MINUTE,
          },
        },
      });
    },
    { prefix: PREFIX },
  );
  await app.register(diskStorage, { folder: uploads, bucket, arrivals, forms, clock });
  await app.register(piecewiseUploads, { arrivals, forms, clock });
  privateImageRoute(app, { images, db, folder: uploads, bucket });
  await app.register(mediaStreaming, { folder: uploads, bucket, links, db, clock });
  if (card !== undefined) await cardHook(app, { db, clock, webhookSecret: card.webhookSecret });
  docRoutes(app);
  await stopMailPage(app, { db, vault });
  siteMapRoutes(app, { db, publicUrl });
  legalPages(app, { isDemo });
  if (isDemo) {
    inboxPage(app, inbox);
    await devPaymentPage(app, db, clock);
    await seedDemoAccounts(db, passwords, clock.now());
    demoPictures(app);
    if (options.demoContent !== false) {
      await database.withoutTimeouts((patient) =>
        seedDemoContent({
          ...{ db: patient, vault, now: clock.now(), certify: (inner, done) => certificates.issue(inner, done) },
          apply: (inner, member, form, at) => applications.apply(inner, member, form, at),
        }),
      );
    }
  } else {
    if (await hasDemoContent(db)) throw new ConfigError(DEMO_CONTENT_IN_PRODUCTION);
    await lockDemoAccounts(db);
    if ((await listStaff(db)).length === 0) {
      app.log.warn('nobody can use the back office yet: npm run market -- staff add --email you@example.org');
    }
  }

  await scheduleHousekeeping(db, clock.now());
  await scheduleUploadExpiry(db, clock.now());
  await scheduleCrowdfunds(db);
  await scheduleHidePictures(db, clock.now());
  await scheduleDigest(db, clock.now());
  outbox.start();
  jobs.start();
  refunds.start();
  if (typeof options.secret !== 'string' && options.secret.previous.length > 0) {
    const giveUp = new AbortController();
    const rotation = finishRotation(db, vault, giveUp.signal).then(
      (message) => message !== undefined && app.log.warn(message),
      (error: unknown) => warn('data could not be sealed with the new secret; the next start tries again', error),
    );
    app.addHook('preClose', async () => {
      giveUp.abort();
      await rotation;
    });
  }
}
