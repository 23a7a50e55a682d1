import { finishRotation } from '../security/index.js';
import type { Core } from './core.js';

/**
 * Re-encrypts data with the new secret in the background after the secret was changed; aborted when the application
 * closes.
 */
export function startSecretRotation({ app, options: { secret }, db, vault, warn }: Core): void {
  if (typeof secret === 'string' || secret.previous.length === 0) return;
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
