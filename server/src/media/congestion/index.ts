export { type AllocatedStream, type Allocation, allocate, costOf, nextCapacity, reallocate } from './allocation.js';
export { advance, type Estimate, initialEstimate } from './estimate.js';
export { readTransportFeedback, type PacketResult, SentHistory, type TransportFeedback } from './feedback.js';
export { PROBE_MS } from './probe.js';
