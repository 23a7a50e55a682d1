import { eq, sql } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import { withoutValues, type Database, type Pool, type Tx } from '../db/database.js';
import { outbox } from '../db/schema/index.js';
import { delayAfter, LeaseLostError, Leases, Worker, type Lease, type WorkerLog } from '../jobs/index.js';
import { htmlMail } from './html-mail.js';
import type { Mail, Mailer, Sms, SmsSender } from './ports.js';

/** Spread over more than five hours: mail servers may be down for a while, and greylisting refuses first attempts. */
const MAX_ATTEMPTS = 16;

/** An outgoing message. */
export type OutboxMessage =
  | { readonly topic: 'mail'; readonly payload: Mail }
  | { readonly topic: 'sms'; readonly payload: Sms }
  /** A message that is dropped without being delivered. */
  | { readonly topic: 'nothing'; readonly payload: Readonly<Record<string, never>> };

/** Enqueues a message; it is sent after the transaction has committed. */
export async function enqueueMessage(tx: Tx, { topic, payload }: OutboxMessage, now: number): Promise<void> {
  await tx.insert(outbox).values({ topic, payload: { ...payload }, createdAt: now, runAt: now });
}

interface OutboxPorts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: WorkerLog;
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  /** Public address of the site; without it, mail has no links. */
  readonly publicUrl?: string | undefined;
  /** Returns the path that unsubscribes the recipient from mail of this kind. */
  readonly stopPath: (stop: NonNullable<Mail['stop']>) => string;
}

/** A mail in its final form: with its links below the text, and an HTML alternative. */
function asSent(
  { links = [], stop, ...mail }: Mail,
  { publicUrl, stopPath }: Pick<OutboxPorts, 'publicUrl' | 'stopPath'>,
): Mail {
  const end = stop && { label: stop.label, path: stopPath(stop), isQuiet: true };
  const paths = publicUrl === undefined ? [] : [...links, ...(end === undefined ? [] : [end])];
  const leads = paths.map(({ path, ...link }) => ({ ...link, url: new URL(path, publicUrl).href }));
  const html = htmlMail(mail.subject, mail.text, leads);
  const stopUrl = end && publicUrl !== undefined ? { stopUrl: new URL(end.path, publicUrl).href } : {};
  if (leads.length === 0) return { ...mail, html };
  const text = `${mail.text}\n\n${leads.map(({ label, url }) => `${label}: ${url}`).join('\n')}`;
  return { ...mail, text, html, ...stopUrl };
}

/** Delivers enqueued messages and retries failures. Delivery is at least once: a message may arrive twice. */
export function outboxWorker({ db, clock, log, mailer, sms, publicUrl, stopPath }: OutboxPorts): Worker {
  const deliver = (topic: string, payload: unknown): Promise<void> => {
    if (topic === 'mail') return mailer.sendMail(asSent(payload as Mail, { publicUrl, stopPath }));
    if (topic === 'sms') return sms.sendSms(payload as Sms);
    if (topic === 'nothing') return Promise.resolve();
    return Promise.reject(new Error(`nothing delivers ${topic}`));
  };
  const leases = new Leases({ db, clock, log, table: outbox, doneColumn: 'delivered_at' });

  const settle = (lease: Lease, change: Partial<typeof outbox.$inferInsert>): Promise<void> =>
    db.transaction(async (tx) => {
      await leases.lock(tx, lease);
      await tx.update(outbox).set(change).where(eq(outbox.id, lease.id));
    });

  const postpone = (lease: Lease, error: unknown): Promise<void> => {
    const lastError = String(withoutValues(error)).slice(0, 500);
    const isOver = lease.attempts >= MAX_ATTEMPTS;
    return settle(lease, {
      lastError,
      ...(isOver ? { failedAt: clock.now(), payload: null } : { runAt: clock.now() + delayAfter(lease.attempts) }),
    });
  };

  const workOne = async (): Promise<boolean> => {
    const lease = await leases.claim();
    if (lease === undefined) return false;
    const [message] = await db.select().from(outbox).where(eq(outbox.id, lease.id));
    if (message === undefined) return true;
    const { topic, payload } = message;
    try {
      // Each previous attempt ended with the death of its worker.
      if (lease.attempts > MAX_ATTEMPTS) throw new Error('no attempt came to its end');
      await leases.during(lease, () => deliver(topic, payload));
      // Cleared because the payload may contain a verification code.
      await settle(lease, { deliveredAt: clock.now(), payload: null });
    } catch (error) {
      log(`${topic} could not be delivered, attempt ${lease.attempts}`, error);
      if (!(error instanceof LeaseLostError)) await postpone(lease, error);
    }
    return true;
  };
  return new Worker({ clock, workOne, log });
}

/** Deletes messages delivered before `before`. */
export const forgetDelivered = (db: Database, before: number): Promise<unknown> =>
  db.delete(outbox).where(sql`${outbox.deliveredAt} < ${before}`);
