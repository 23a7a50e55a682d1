import { MarketplaceConfigError, readMarketplaceConfig, type MarketplaceConfig } from '@lectern/marketplace-api';
import { isLoopbackHost, productionSigns, readConfig, type ServerConfig } from '@lectern/server';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that belong to a real site: with any of them it is no demo, unless `DEMO=on` is set by hand. */
const REAL_SETTINGS = ['CARD_SECRET_KEY', 'SMTP_URL', 'SMS_ACCOUNT', 'S3_ENDPOINT'] as const;
/** The provider's keys of its test mode, which moves no money. */
const TEST_KEY = /^[a-z]+_test_/;

/** How the marketplace is started. */
export interface Launch {
  readonly config: ServerConfig;
  readonly settings: MarketplaceConfig;
  /** Why it is production although a demo was asked for; empty otherwise. */
  readonly reasons: readonly string[];
}

/**
 * Reads the settings, and decides between demo and production: `--demo` asks for the demo, which settings of a real
 * site overrule, and `DEMO` decides by itself.
 *
 * @throws {Error} for settings that cannot be used, and for arguments that are not known
 */
export function readLaunch(args: readonly string[], env: Environment): Launch {
  const unknown = args.find((word) => word !== '--demo');
  if (unknown !== undefined) {
    throw new MarketplaceConfigError(`"${unknown}" is not known; settings are read from the environment`);
  }
  const settings = readMarketplaceConfig(env);
  const set = REAL_SETTINGS.filter((name) => settings[name] !== undefined);
  const signs = [...productionSigns(env), ...set.map((name) => `${name} is set`)];
  const wantsDemo = args.includes('--demo');
  const config = readConfig(env, { isDemoByDefault: wantsDemo && signs.length === 0 });
  checkMode(config, settings);
  return { config, settings, reasons: wantsDemo && !config.DEMO ? signs : [] };
}

/** Whether payments by card move real money: not with test keys, nor with a stand-in on this machine. */
export function takesRealMoney({ CARD_SECRET_KEY: key, CARD_API_URL: url }: MarketplaceConfig): boolean {
  const isStandIn = url !== undefined && isLoopbackHost(new URL(url).hostname);
  return key !== undefined && !TEST_KEY.test(key) && !isStandIn;
}

/** Settings without which a production marketplace cannot do what its members need. */
const NEEDED = [
  ['PUBLIC_URL', 'where people reach the site, such as PUBLIC_URL=https://learn.example.org'],
  ['SMTP_URL', 'the server that sends verification codes, such as SMTP_URL=smtps://user:password@mail.example.org'],
  ['MAIL_FROM', 'the sender of mail, such as MAIL_FROM="Lectern <no-reply@example.org>"'],
] as const;

/** @throws {MarketplaceConfigError} when the mode and the settings do not go together; it says what to set */
export function checkMode({ DEMO }: Pick<ServerConfig, 'DEMO'>, settings: MarketplaceConfig): void {
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
    `this is production, and these settings are missing:\n${lines.join('\n')}\n` +
      'docs/settings.md describes them. To run the demo instead: npm start without such settings, or DEMO=on',
  );
}
