import { QualityEvent, QualityRecordType } from '@lectern/rtc/protocol';
import type { ServerMetrics } from '../metrics.js';
import { figuresOf, type ReadRecord } from './record.js';

const MS_PER_SECOND = 1_000;
/** Clients may send other numbers, each of which would become a time series of its own. */
const EVENTS: ReadonlySet<number | null> = new Set(Object.values(QualityEvent));

/** Adds the figures of a record to the metrics of the node. */
export function observeRecord(metrics: ServerMetrics, record: ReadRecord): void {
  if (record.type === QualityRecordType.Event) {
    return metrics.qualityEvents.inc({ event: EVENTS.has(record.event) ? String(record.event) : 'other' });
  }
  const figures = figuresOf(record);
  if (figures === undefined) return;
  const direction = figures.isPub ? 'published' : 'subscribed';
  if (figures.aPLR !== undefined) metrics.qualityLoss.observe({ media: 'audio', direction }, figures.aPLR / 100);
  if (figures.vPLR !== undefined) metrics.qualityLoss.observe({ media: 'video', direction }, figures.vPLR / 100);
  if (figures.RTT !== undefined) metrics.qualityRoundTrip.observe(figures.RTT / MS_PER_SECOND);
}
