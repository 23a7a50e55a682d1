import { Webhooks } from '../webhooks/webhooks.js';
import type { Core } from './core.js';

/** Builds the delivery of webhooks; undefined where the settings name no URL or no secret. */
export function composeWebhooks({ config, clock, log, metrics, store }: Core): Webhooks | undefined {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = config;
  if (url === undefined || secret === undefined) return undefined;
  return new Webhooks(
    { url, secret, retentionMs: config.WEBHOOK_RETENTION_MS, maxQueue: config.WEBHOOK_QUEUE },
    {
      store: store.webhooks,
      clock,
      log,
      dropped: (count, reason) => metrics.webhooksDropped.inc({ reason }, count),
    },
  );
}
