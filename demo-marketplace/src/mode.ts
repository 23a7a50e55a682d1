import { MarketplaceConfigError, readMarketplaceConfig, type MarketplaceConfig } from '@lectern/marketplace-api';
import { isLoopbackHost, productionSigns, readConfig, type ServerConfig } from '@lectern/server';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that a demo may have. Others are for real payments, mail, text messages and storage. */
const DEMO_SETTINGS: ReadonlySet<string> = new Set<keyof MarketplaceConfig>([
  'MARKETPLACE_DATABASE_URL',
  'MARKETPLACE_SCHEMA',
  'PUBLIC_URL',
  'DEMO_CONTENT',
]);
/** Test keys of the provider, which move no money. */
const TEST_KEY = /^[a-z]+_test_/;

/** Settings of a start, with the selected mode. */
export interface Launch {
  readonly config: ServerConfig;
  readonly settings: MarketplaceConfig;
  /** Reasons for production mode although a demo was requested; empty otherwise. */
  readonly reasons: readonly string[];
}

/** Settings of a real site: any of them switches demo mode off, unless `DEMO=on` is set explicitly. */
export const realSettings = (settings: MarketplaceConfig): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) => (DEMO_SETTINGS.has(name) || value === undefined ? [] : [name]));

/**
 * Reads the settings and selects demo or production mode: `--demo` requests the demo, settings of a real site override
 * it, and `DEMO` decides explicitly.
 *
 * @throws {Error} for invalid settings and unknown arguments
 */
export function readLaunch(args: readonly string[], env: Environment): Launch {
  const unknown = args.find((word) => word !== '--demo');
  if (unknown !== undefined) {
    throw new MarketplaceConfigError(`"${unknown}" is not known; settings are read from the environment`);
  }
  const settings = readMarketplaceConfig(env);
  const signs = [...productionSigns(env), ...realSettings(settings).map((name) => `${name} is set`)];
  const wantsDemo = args.includes('--demo');
  const config = readConfig(env, { isDemoByDefault: wantsDemo && signs.length === 0 });
  const reasons = wantsDemo && !config.DEMO ? signs : [];
  checkMode(config, settings, reasons);
  return { config, settings, reasons };
}

/** True when card payments move real money: not with test keys, nor with a stand-in provider on this machine. */
export function takesRealMoney({ CARD_SECRET_KEY: key, CARD_API_URL: url }: MarketplaceConfig): boolean {
  const isStandIn = url !== undefined && isLoopbackHost(new URL(url).hostname);
  return key !== undefined && !TEST_KEY.test(key) && !isStandIn;
}

/** Settings that a production marketplace requires. */
const NEEDED = [
  ['PUBLIC_URL', 'where people reach the site, such as PUBLIC_URL=https://learn.example.org'],
  ['SMTP_URL', 'the server that sends verification codes, such as SMTP_URL=smtps://user:password@mail.example.org'],
  ['MAIL_FROM', 'the sender of mail, such as MAIL_FROM="Lectern <no-reply@example.org>"'],
] as const;

/** @throws {MarketplaceConfigError} when the settings do not fit the mode; its message says what to set */
export function checkMode(
  { DEMO }: Pick<ServerConfig, 'DEMO'>,
  settings: MarketplaceConfig,
  reasons: readonly string[] = [],
): void {
  if (DEMO) {
    if (!takesRealMoney(settings)) return;
    throw new MarketplaceConfigError(
      'a demo must not take real money: its back office is open to everybody. Unset CARD_SECRET_KEY, or use a key of ' +
        "the provider's test mode (sk_test_…), or unset DEMO=on to run production",
    );
  }
  const missing = NEEDED.filter(([name]) => settings[name] === undefined);
  if (missing.length === 0) return;
  const lines = missing.map(([name, help]) => `  ${name}: ${help}`);
  throw new MarketplaceConfigError(
    `this is production,${reasons.length === 0 ? '' : ` since ${reasons.join(' and ')},`} and these settings are missing:\n${lines.join('\n')}\n` +
      'docs/settings.md describes them. To run the demo instead: npm start without such settings, or DEMO=on',
  );
}
