/** Counts open objects: constructors and timers are wrapped before anything else runs in the page. */

export interface ObjectCounts {
  readonly peerConnections: number;
  readonly sockets: number;
  readonly liveTracks: number;
  readonly timeouts: number;
  readonly intervals: number;
  /** Listeners on objects that outlive a conference: window, document, mediaDevices and their like. */
  readonly listeners: number;
}

/** A set of objects that does not keep them alive. */
class Seen<T extends WeakKey> {
  readonly #references: WeakRef<T>[] = [];

  add(object: T): void {
    this.#references.push(new WeakRef(object));
  }

  count(isOpen: (object: T) => boolean): number {
    const alive = this.#references.flatMap((reference) => reference.deref() ?? []);
    return new Set(alive.filter(isOpen)).size;
  }
}

const peers = new Seen<RTCPeerConnection>();
const sockets = new Seen<WebSocket>();
const tracks = new Seen<MediaStreamTrack>();
const timeouts = new Set<number>();
const intervals = new Set<number>();
const listeners = new Set<string>();

const peerConnection = window.RTCPeerConnection;
window.RTCPeerConnection = class extends peerConnection {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    peers.add(this);
    this.addEventListener('track', ({ track }) => tracks.add(track));
  }
};

const socket = window.WebSocket;
window.WebSocket = class extends socket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    sockets.add(this);
  }
};

const { mediaDevices } = navigator;
const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
mediaDevices.getUserMedia = async (constraints) => {
  const media = await getUserMedia(constraints);
  for (const track of media.getTracks()) tracks.add(track);
  return media;
};

const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
window.setTimeout = ((handler: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
  const id = setTimeout(() => {
    timeouts.delete(id);
    handler(...args);
  }, delay);
  timeouts.add(id);
  return id;
}) as typeof window.setTimeout;
window.setInterval = ((handler: () => void, delay?: number, ...args: unknown[]) => {
  const id = setInterval(handler, delay, ...args);
  intervals.add(id);
  return id;
}) as typeof window.setInterval;
const clear = (stop: (id?: number) => void) => (id?: number) => {
  if (id !== undefined) for (const set of [timeouts, intervals]) set.delete(id);
  stop(id);
};
window.clearTimeout = clear(clearTimeout.bind(window)) as typeof window.clearTimeout;
window.clearInterval = clear(clearInterval.bind(window)) as typeof window.clearInterval;

const numbers = new WeakMap<object, number>();
let last = 0;
const numberOf = (object: object): number => {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  numbers.set(object, (last += 1));
  return last;
};

const LASTING: readonly unknown[] = [window, document, document.body, mediaDevices, navigator.permissions, screen];
const { addEventListener, removeEventListener } = EventTarget.prototype;
type Listening = Parameters<typeof addEventListener>;
const keyOf = (target: EventTarget, [type, listener, options]: Listening): string | undefined => {
  if (!LASTING.includes(target) || listener === null) return undefined;
  const capture = typeof options === 'object' ? options.capture : options;
  return `${numberOf(target)} ${type} ${numberOf(listener)} ${Boolean(capture)}`;
};
EventTarget.prototype.addEventListener = function (...args: Listening) {
  // A call without `this` means the window.
  const target = this ?? window;
  const key = keyOf(target, args);
  if (key !== undefined) {
    listeners.add(key);
    if (typeof args[2] === 'object') args[2].signal?.addEventListener('abort', () => listeners.delete(key));
  }
  addEventListener.apply(target, args);
};
EventTarget.prototype.removeEventListener = function (...args: Listening) {
  const target = this ?? window;
  const key = keyOf(target, args);
  if (key !== undefined) listeners.delete(key);
  removeEventListener.apply(target, args);
};

export const liveObjects = (): ObjectCounts => ({
  peerConnections: peers.count(({ connectionState }) => connectionState !== 'closed'),
  sockets: sockets.count(({ readyState }) => readyState !== WebSocket.CLOSED),
  liveTracks: tracks.count(({ readyState }) => readyState === 'live'),
  timeouts: timeouts.size,
  intervals: intervals.size,
  listeners: listeners.size,
});
