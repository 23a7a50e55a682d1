import type { Clock, Dispose, Platform } from '@lectern/rtc';
import { createNodePlatform } from '@lectern/rtc/node';
import { WebSocket } from 'ws';
import type { SyntheticMedia } from '../media/synthetic-media.js';
import type { Wrtc } from '../media/wrtc.js';
import type { FrameCounts, LiveObjects } from './commands.js';

const CLOSED_SOCKET = 3;

/** Remembers the timers that are neither cancelled nor over. */
class CountingClock implements Clock {
  readonly #pending = new Set<object>();

  constructor(private readonly clock: Clock) {}

  get pending(): number {
    return this.#pending.size;
  }

  now(): number {
    return this.clock.now();
  }

  after(delayMs: number, callback: () => void): Dispose {
    const token = {};
    this.#pending.add(token);
    const cancel = this.clock.after(delayMs, () => {
      this.#pending.delete(token);
      callback();
    });
    return () => {
      this.#pending.delete(token);
      cancel();
    };
  }

  every(intervalMs: number, callback: () => void): Dispose {
    const token = {};
    this.#pending.add(token);
    const cancel = this.clock.every(intervalMs, callback);
    return () => {
      this.#pending.delete(token);
      cancel();
    };
  }
}

/** The network state of the machine, set by the test. */
class ToldNetwork {
  #online = true;
  readonly #listeners = new Set<(online: boolean) => void>();

  isOnline(): boolean {
    return this.#online;
  }

  onChange(listener: (online: boolean) => void): Dispose {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(online: boolean): void {
    this.#online = online;
    for (const listener of this.#listeners) listener(online);
  }
}

export interface CountingPlatform {
  readonly platform: Platform;
  /** Objects that were created through the platform and are still alive. */
  liveObjects(): LiveObjects;
  frameCounts(): Promise<FrameCounts>;
  setOnline(online: boolean): void;
}

const countFrames = async (peer: RTCPeerConnection): Promise<FrameCounts> => {
  const entries: (RTCOutboundRtpStreamStats | RTCInboundRtpStreamStats)[] = [];
  (await peer.getStats()).forEach((entry: RTCOutboundRtpStreamStats | RTCInboundRtpStreamStats) => entries.push(entry));
  const sum = (type: string, member: 'framesSent' | 'framesDecoded'): number =>
    entries
      .filter((entry) => entry.type === type)
      .reduce((total, entry) => total + ((entry as Partial<Record<typeof member, number>>)[member] ?? 0), 0);
  return { sent: sum('outbound-rtp', 'framesSent'), decoded: sum('inbound-rtp', 'framesDecoded') };
};

const isClosed = ({ signalingState }: RTCPeerConnection): boolean => signalingState === 'closed';
const isOver = ({ readyState }: { readonly readyState: number }): boolean => readyState === CLOSED_SOCKET;

/** Removes ended objects, so that a long test does not measure the memory of its own counting. @returns the others */
const prune = <T>(all: Set<T>, over: (each: T) => boolean): Set<T> => {
  for (const each of all) if (over(each)) all.delete(each);
  return all;
};

const wants = (constraint: boolean | MediaTrackConstraints | undefined): boolean =>
  constraint !== undefined && constraint !== false;

/** The SDK's own Node platform with synthetic media, which counts the created objects. */
export const createCountingPlatform = (wrtc: Wrtc, media: SyntheticMedia): CountingPlatform => {
  const network = new ToldNetwork();
  const base = createNodePlatform({
    wrtc,
    WebSocket,
    network,
    media: {
      getUserMedia: ({ audio, video }) => Promise.resolve(media.open({ audio: wants(audio), video: wants(video) })),
      getDisplayMedia: ({ audio, video = true }) =>
        Promise.resolve(media.open({ audio: wants(audio), video: wants(video) })),
      enumerateDevices: () => Promise.resolve([]),
      onDeviceChange: () => () => undefined,
    },
  });
  const clock = new CountingClock(base.clock);
  const peers = new Set<RTCPeerConnection>();
  const sockets = new Set<ReturnType<Platform['createSocket']>>();
  return {
    platform: {
      ...base,
      clock,
      createPeerConnection: (configuration) => {
        const peer = base.createPeerConnection(configuration);
        prune(peers, isClosed).add(peer);
        return peer;
      },
      createSocket: (url) => {
        const socket = base.createSocket(url);
        prune(sockets, isOver).add(socket);
        return socket;
      },
    },
    liveObjects: () => ({
      peerConnections: prune(peers, isClosed).size,
      sockets: prune(sockets, isOver).size,
      liveTracks: media.liveTracks,
      clockTimers: clock.pending,
    }),
    frameCounts: async () => {
      const counts = await Promise.all([...prune(peers, isClosed)].map(countFrames));
      return counts.reduce((sum, each) => ({ sent: sum.sent + each.sent, decoded: sum.decoded + each.decoded }), {
        sent: 0,
        decoded: 0,
      });
    },
    setOnline: (online) => network.tell(online),
  };
};
