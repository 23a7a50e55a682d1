/** The part of webrtc-adapter that has no effect when it is imported; the package declares types for its main module alone. */
declare module 'webrtc-adapter/src/js/adapter_factory.js' {
  export function adapterFactory(environment: { window: unknown }): object;
}
