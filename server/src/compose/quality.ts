import type { ConferenceRegistry } from '../conference/registry.js';
import { QualityCollector } from '../quality/index.js';
import type { Core } from './core.js';

interface QualityOptions {
  readonly core: Core;
  readonly registry: ConferenceRegistry;
}

/** Builds the upload of quality records. */
export function composeQuality({ core, registry }: QualityOptions): QualityCollector {
  const { config, clock, log, metrics, signer, store } = core;
  return new QualityCollector(config, {
    clock,
    signer,
    registry,
    metrics,
    log: log.child({ part: 'quality' }),
    store: store.quality,
  });
}
