/** Network quality: statistics, network quality levels, notices, active speakers; and the upload to the server. */
export { averageOf } from './average.js';
export { networkQuality } from './network-quality.js';
export { qualityOf, type ConferenceQuality, type QualityOptions } from './quality.js';
export type {
  AudioStats,
  KindStats,
  NetworkQuality,
  NetworkSide,
  QualityEvents,
  QualitySnapshot,
  StreamQuality,
  StreamSample,
  VideoStats,
} from './types.js';
export type { UploadState } from './upload/transitions.js';
export { uploadQuality, type QualityUpload, type UploadOptions, type UploadSnapshot } from './upload/upload.js';
