/** Checks of every datagram before any costly operation; covers the formats, independent of the engine. */
export { AgreedSources } from './agreed-sources.js';
export { classify } from './classify.js';
export { DtlsContent, type DtlsRecord, isFinished, readDtlsRecords } from './dtls.js';
export { ReplayWindow } from './replay-window.js';
export { isSrtcp, readRtcp, type RtcpMessage } from './rtcp.js';
export { readRtp, readSrtpHeader, type ReceivedRtp, type SrtpHeader } from './rtp.js';
export { hasIntegrity, readStun, transactionIdOf } from './stun.js';
