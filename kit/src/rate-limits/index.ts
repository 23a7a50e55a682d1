/** Limits of how often something may be done. */
export { FailureThrottle, Throttled, type MemberAttempt, type ThrottleLimits } from './failure-throttle.js';
export { TokenBucket } from './token-bucket.js';
