import type { Clock } from '@lectern/kit/clock';
import type { Mail, Mailer, Sms, SmsSender } from './ports.js';

/** Entry of the inbox for one message. */
export interface InboxEntry {
  readonly kind: 'mail' | 'sms';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const MAX_ENTRIES = 200;

/** Stores mail and text messages for developers where no service is configured. */
export class DevelopmentInbox implements Mailer, SmsSender {
  readonly #entries: InboxEntry[] = [];
  readonly #html = new WeakMap<InboxEntry, string>();

  constructor(private readonly clock: Clock) {}

  /** Entries, newest first. */
  get entries(): readonly InboxEntry[] {
    return this.#entries;
  }

  /** HTML of a mail; undefined for plain text. */
  htmlOf(entry: InboxEntry): string | undefined {
    return this.#html.get(entry);
  }

  async sendMail({ to, subject, text, html }: Mail): Promise<void> {
    const entry: InboxEntry = { kind: 'mail', to, subject, text, at: this.clock.now() };
    if (html !== undefined) this.#html.set(entry, html);
    this.#add(entry);
  }

  async sendSms({ to, text }: Sms): Promise<void> {
    this.#add({ kind: 'sms', to, subject: '', text, at: this.clock.now() });
  }

  close(): void {
    this.#entries.length = 0;
  }

  #add(entry: InboxEntry): void {
    this.#entries.unshift(entry);
    this.#entries.length = Math.min(this.#entries.length, MAX_ENTRIES);
  }
}
