/** Rate limits. */
export { FailureThrottle, Throttled, type MemberAttempt, type ThrottleLimits } from './failure-throttle.js';
export { TokenBucket } from './token-bucket.js';
