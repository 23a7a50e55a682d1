import { finishRotation } from '../security/index.js';
import type { Core } from './core.js';

/** Seals data with the new secret where it was changed, beside everything else; given up when the application closes. */
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
