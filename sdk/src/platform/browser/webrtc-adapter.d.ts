/** The side-effect-free part of webrtc-adapter; the package declares types for its main module only. */
declare module 'webrtc-adapter/src/js/adapter_factory.js' {
  export function adapterFactory(environment: { window: unknown }): object;
}
