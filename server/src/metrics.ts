import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of `GET /metrics`. */
export interface ServerMetrics {
  readonly registry: Registry;
  readonly frames: Counter<'direction'>;
  readonly imFrames: Counter<'direction'>;
  readonly imItems: Counter<'outcome'>;
  readonly refusals: Counter<'what' | 'code'>;
  readonly dropped: Counter<'reason'>;
  readonly webhooksDropped: Counter<'reason'>;
  readonly qualityRecords: Counter<'outcome'>;
  readonly qualityEvents: Counter<'event'>;
  readonly qualityLoss: Histogram<'media' | 'direction'>;
  readonly qualityRoundTrip: Histogram;
}

/** Values that are read at the time of a scrape. */
export interface MetricSources {
  sockets(): number;
  imSockets(): number;
  imDevices(): number;
  qualitySockets(): number;
  qualityWaiting(): number;
  conferences(): number;
  members(): number;
  streams(): number;
  media(): Promise<{ transports: number; packetsIn: number; packetsOut: number; bytesIn: number; bytesOut: number }>;
}

/** The node's metrics, in a registry of their own. */
export function createMetrics(): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    frames: new Counter({
      name: 'lectern_signalling_frames_total',
      help: 'Signalling frames by direction',
      labelNames: ['direction'],
      registers,
    }),
    imFrames: new Counter({
      name: 'lectern_im_frames_total',
      help: 'Frames of instant messaging by direction',
      labelNames: ['direction'],
      registers,
    }),
    imItems: new Counter({
      name: 'lectern_im_items_total',
      help: 'Messages and other items that clients sent, by outcome: taken, refused or failed',
      labelNames: ['outcome'],
      registers,
    }),
    refusals: new Counter({
      name: 'lectern_refusals_total',
      help: 'Refused requests by kind and code',
      labelNames: ['what', 'code'],
      registers,
    }),
    dropped: new Counter({
      name: 'lectern_sockets_dropped_total',
      help: 'Sockets dropped by the server, by reason',
      labelNames: ['reason'],
      registers,
    }),
    webhooksDropped: new Counter({
      name: 'lectern_webhooks_dropped_total',
      help: 'Events for webhooks that were given up, by reason',
      labelNames: ['reason'],
      registers,
    }),
    qualityRecords: new Counter({
      name: 'lectern_quality_records_total',
      help: 'Records of quality by outcome: stored, duplicate, unreadable, binary, failed or lost',
      labelNames: ['outcome'],
      registers,
    }),
    qualityEvents: new Counter({
      name: 'lectern_quality_events_total',
      help: 'Events that clients uploaded, by number, or other',
      labelNames: ['event'],
      registers,
    }),
    qualityLoss: new Histogram({
      name: 'lectern_quality_loss_ratio',
      help: 'Lost packets as clients saw them, by media and direction',
      labelNames: ['media', 'direction'],
      buckets: [0, 0.01, 0.02, 0.05, 0.1, 0.18, 0.23, 0.5, 1],
      registers,
    }),
    qualityRoundTrip: new Histogram({
      name: 'lectern_quality_round_trip_seconds',
      help: 'Round-trip times as clients saw them',
      buckets: [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2],
      registers,
    }),
  };
}

/** Adds the gauges that read the running server. */
export function watchServer({ registry }: ServerMetrics, sources: MetricSources): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  gauge('lectern_sockets', 'Open signalling sockets', () => sources.sockets());
  gauge('lectern_im_sockets', 'Open sockets of instant messaging', () => sources.imSockets());
  gauge('lectern_im_devices', 'Devices that are logged in to instant messaging', () => sources.imDevices());
  gauge('lectern_quality_sockets', 'Open sockets of the quality upload', () => sources.qualitySockets());
  gauge('lectern_quality_waiting', 'Records of quality that are not on disk yet', () => sources.qualityWaiting());
  gauge('lectern_conferences', 'Conferences that are alive', () => sources.conferences());
  gauge('lectern_members', 'Members in conferences', () => sources.members());
  gauge('lectern_streams', 'Published streams', () => sources.streams());
  new Gauge({
    name: 'lectern_media',
    help: 'Sums over the open media transports',
    labelNames: ['what'],
    registers,
    async collect() {
      for (const [what, value] of Object.entries(await sources.media())) this.set({ what }, value);
    },
  });
}
