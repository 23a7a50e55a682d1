import type { QualitySnapshot } from '@lectern/rtc/quality';

/**
 * Ids of the streams that are measured, what one sends first. One text, so that a measurement that changes no stream's
 * presence renders nothing.
 */
export const idsOf = ({ streams }: Pick<QualitySnapshot, 'streams'>): string =>
  streams
    .toSorted((one, other) => Number(other.isLocal) - Number(one.isLocal))
    .map(({ streamId }) => streamId)
    .join('\n');
