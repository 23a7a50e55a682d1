/**
 * The SDK in one file, for pages without a bundler: the global `Lectern` has the exports of `@lectern/rtc`, and each
 * further entry of the package under its name (`Lectern.im`, `Lectern.remoteControl`, ...).
 */
export * from './index.js';
export * as admin from './admin/index.js';
export * as call from './call/index.js';
export * as deployment from './deployment/index.js';
export * as desktop from './desktop/index.js';
export * as devices from './devices/index.js';
export * as diagnostics from './diagnostics/index.js';
export * as element from './element/index.js';
export * as im from './im/index.js';
export * as imProtocol from './im-protocol/index.js';
export * as messages from './messages/index.js';
export * as overlay from './overlay/index.js';
export * as p2p from './p2p/index.js';
export * as protocol from './protocol/index.js';
export * as quality from './quality/index.js';
export * as recorder from './recorder/index.js';
export * as remoteControl from './remote-control/index.js';
export * as testing from './testing/index.js';
/** For `createBrowserPlatform({ adapter: Lectern.webrtcAdapter })` on browsers that need it. */
export { adapterFactory as webrtcAdapter } from 'webrtc-adapter/src/js/adapter_factory.js';
