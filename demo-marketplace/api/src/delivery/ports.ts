import type { NOTIFY_TYPES } from '@lectern/marketplace-contract';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Links to further information: paths of this site. */
  readonly links?: readonly { readonly label: string; readonly path: string; readonly isQuiet?: boolean }[];
  /** Kind of mail that the recipient can unsubscribe from without a login. */
  readonly stop?: {
    readonly label: string;
    readonly memberId: number;
    readonly what: 'digest' | (typeof NOTIFY_TYPES)[number];
  };
  /** Address of the unsubscribe request, for the button of mail clients. */
  readonly stopUrl?: string;
  /** HTML alternative of the text, added on delivery. */
  readonly html?: string;
}

export interface Sms {
  /** Number with country code: `+8613800000000`. */
  readonly to: string;
  readonly text: string;
}

/** Channels with a configured service. */
export interface Channels {
  readonly email: boolean;
  readonly mobile: boolean;
}

/** Sends mail. */
export interface Mailer {
  sendMail(mail: Mail): Promise<void>;
  close(): void;
}

/** Sends text messages. */
export interface SmsSender {
  sendSms(sms: Sms): Promise<void>;
}
