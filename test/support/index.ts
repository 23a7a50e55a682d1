/** Test access to the machine: the server, browsers and clocks. */
export {
  chromiumArgs,
  chromiumOptions,
  launchChromium,
  launchSharingChromium,
  launchStrictChromium,
  launchFirefox,
  type CaptureFiles,
} from './browsers.js';
export { eventually, stays, TimeoutError } from './eventually.js';
export { findChromium, findFirefox } from './executables.js';
export { freePort } from './free-port.js';
export { ServerProcess, type ServerOptions } from './server-process.js';
