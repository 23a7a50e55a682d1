import * as z from 'zod/mini';

const text = z.pipe(
  z.optional(z.string()),
  z.transform((value: string | undefined) => (value?.trim() ? value.trim() : undefined)),
);
const url = (protocols: RegExp, what: string) =>
  text.check(
    z.refine((value) => value === undefined || (URL.canParse(value) && protocols.test(value)), { error: what }),
  );

const settings = z.object({
  MARKETPLACE_DATABASE_URL: url(/^postgres(ql)?:/, 'must be a postgres:// URL'),
  MARKETPLACE_SCHEMA: z.prefault(
    z.string().check(z.regex(/^[a-z][a-z0-9_]{0,40}$/, 'must be a plain name')),
    'marketplace',
  ),
  SMTP_URL: url(/^smtps?:/, 'must be an smtp:// or smtps:// URL'),
  MAIL_FROM: text,
  PUBLIC_URL: text,
  S3_ENDPOINT: url(/^https?:/, 'must be an http:// or https:// URL'),
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  SMS_ACCOUNT: text,
  SMS_TOKEN: text,
  SMS_FROM: text,
  SMS_API_URL: url(/^https?:/, 'must be an http:// or https:// URL'),
  CARD_SECRET_KEY: text,
  CARD_WEBHOOK_SECRET: text,
  CARD_API_URL: url(/^https?:/, 'must be an http:// or https:// URL'),
  /** True when an empty demo is filled with courses and people. */
  DEMO_CONTENT: z.pipe(
    z.prefault(z.enum(['on', 'off']), 'on'),
    z.transform((value) => value === 'on'),
  ),
});

const S3_SETTINGS = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Names of all settings, for `docs/settings.md`. */
export const MARKETPLACE_SETTINGS: readonly string[] = Object.keys(settings.shape);

/** Settings of the marketplace, in addition to those of the conference server. */
export type MarketplaceConfig = z.infer<typeof settings>;

export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Reads the settings and applies defaults. @throws {ConfigError} that names every invalid setting */
export function readMarketplaceConfig(env: Readonly<Record<string, string | undefined>>): MarketplaceConfig {
  const parsed = settings.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`these settings cannot be used:\n${lines.join('\n')}`);
  }
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, CARD_SECRET_KEY, CARD_WEBHOOK_SECRET } = parsed.data;
  const { SMS_ACCOUNT, SMS_TOKEN, SMS_FROM } = parsed.data;
  const isSmsSet = [SMS_ACCOUNT, SMS_TOKEN, SMS_FROM].some((value) => value !== undefined);
  const lacking = [
    SMTP_URL !== undefined && MAIL_FROM === undefined
      ? '  MAIL_FROM: must be set with SMTP_URL: who sends the mail'
      : '',
    // Without it, a forged Host header would decide the target of links in our mail.
    SMTP_URL !== undefined && PUBLIC_URL === undefined
      ? '  PUBLIC_URL: must be set with SMTP_URL: links in mail lead there'
      : '',
    CARD_SECRET_KEY !== undefined && CARD_WEBHOOK_SECRET === undefined
      ? '  CARD_WEBHOOK_SECRET: must be set with CARD_SECRET_KEY: it signs what the provider tells'
      : '',
    CARD_SECRET_KEY === undefined && CARD_WEBHOOK_SECRET !== undefined
      ? '  CARD_SECRET_KEY: must be set with CARD_WEBHOOK_SECRET: it opens the pages where cards are taken'
      : '',
    isSmsSet && SMS_ACCOUNT === undefined ? '  SMS_ACCOUNT: must be set with SMS_TOKEN: whose messages they are' : '',
    isSmsSet && SMS_TOKEN === undefined ? '  SMS_TOKEN: must be set with SMS_ACCOUNT: opens the account' : '',
    isSmsSet && SMS_FROM === undefined ? '  SMS_FROM: must be set with SMS_ACCOUNT: where messages come from' : '',
    ...S3_SETTINGS.map((name) =>
      S3_SETTINGS.some((other) => parsed.data[other] !== undefined) && parsed.data[name] === undefined
        ? `  ${name}: must be set with the other S3 settings`
        : '',
    ),
  ].filter((line) => line !== '');
  if (lacking.length > 0) throw new ConfigError(`these settings are missing:\n${lacking.join('\n')}`);
  return parsed.data;
}
