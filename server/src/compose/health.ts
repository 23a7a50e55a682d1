import { HealthChecks, HealthProblem } from '../health.js';
import { watchServer } from '../metrics.js';
import type { Core } from './core.js';
import type { Services } from './services.js';

/** Builds the health checks of the database and the media engine. */
export function composeHealth({ clock, engine, log, store }: Core): HealthChecks {
  const health = new HealthChecks(clock, log.child({ part: 'health' }));
  health.add('database', () => store.check());
  health.add('media', async () => {
    const { running, total } = engine.workers();
    if (running === 0) throw new HealthProblem(`${running} of ${total} workers run`);
  });
  return health;
}

/** Adds the gauges that read the services when metrics are requested. */
export function addGauges({
  core: { engine, metrics },
  services: { registry, sockets, messaging, quality },
}: {
  readonly core: Core;
  readonly services: Pick<Services, 'registry' | 'sockets' | 'messaging' | 'quality'>;
}): void {
  const sum = (count: (state: { members: { size: number }; streams: { size: number } }) => number): number =>
    [...registry.all].reduce((total, { host }) => total + count(host.state), 0);
  watchServer(metrics, {
    sockets: () => sockets.size,
    imSockets: () => messaging.endpoint.size,
    imDevices: () => messaging.hub.size,
    qualitySockets: () => quality.size,
    qualityWaiting: () => quality.waiting,
    conferences: () => [...registry.all].length,
    members: () => sum((state) => state.members.size),
    streams: () => sum((state) => state.streams.size),
    async media() {
      const totals = { transports: 0, packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0 };
      for (const entry of await engine.stats()) {
        totals.transports += 1;
        totals.packetsIn += entry.packetsIn;
        totals.packetsOut += entry.packetsOut;
        totals.bytesIn += entry.bytesIn;
        totals.bytesOut += entry.bytesOut;
      }
      return totals;
    },
  });
}
