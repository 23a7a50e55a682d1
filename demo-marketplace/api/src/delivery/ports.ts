import type { NOTIFY_TYPES } from '@lectern/marketplace-contract';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Where more is to be seen: paths of this site. */
  readonly links?: readonly { readonly label: string; readonly path: string; readonly isQuiet?: boolean }[];
  /** What its reader may ask for no more of, without logging in. */
  readonly stop?: {
    readonly label: string;
    readonly memberId: number;
    readonly what: 'digest' | (typeof NOTIFY_TYPES)[number];
  };
  /** Address where that is asked: mail programs have a button for it. */
  readonly stopUrl?: string;
  /** The same for programs that show more than text; put in as it goes out. */
  readonly html?: string;
}

export interface Sms {
  /** Number with country code: `+8613800000000`. */
  readonly to: string;
  readonly text: string;
}

/** Whether something sends e-mail, and text messages. */
export interface Channels {
  readonly email: boolean;
  readonly mobile: boolean;
}

/** Where mail goes. */
export interface Mailer {
  sendMail(mail: Mail): Promise<void>;
  close(): void;
}

/** Where text messages go. */
export interface SmsSender {
  sendSms(sms: Sms): Promise<void>;
}
