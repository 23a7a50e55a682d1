/** Diagnostics: an event log, its upload, and a check before a call. */
export { LogLevel } from './levels.js';
export { DiagnosticLog, type ConferenceLog, type DiagnosticLogOptions, type LogEntry } from './log.js';
export { uploadLog, type LogUpload } from './upload.js';
export { PreCallCheck, type PreCallOptions } from './pre-call/check.js';
export type { PreCallPlatform } from './pre-call/run.js';
export {
  PRE_CALL_STEPS,
  type PreCallAdvice,
  type PreCallResult,
  type PreCallSnapshot,
  type PreCallState,
  type PreCallStep,
  type PreCallStepState,
} from './pre-call/types.js';
