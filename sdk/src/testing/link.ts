import { deferred, type Deferred } from '../core/abort.js';
import type { LecternError } from '../core/errors.js';
import { LinkIds } from '../link/ids.js';
import { Link } from '../link/link.js';
import { Op, type WireMessage, type WireResponse } from '../protocol/index.js';
import type { SignallingPort, SignallingState } from '../signalling/types.js';
import { FakeClock, settle } from './clock.js';
import { FakePeers } from './peer.js';

/** The signalling connection from the view of a link. */
export class FakeLinkSignalling implements SignallingPort {
  state: SignallingState = 'connected';
  readonly sent: WireMessage[] = [];
  reply: (message: WireMessage) => Promise<WireResponse> = (message) =>
    Promise.resolve({ op: 1001, tsxId: 'T', result: 0, ...(message.pubS !== undefined && { streamId: 'ST1' }) });

  on(): () => void {
    return () => undefined;
  }
  enter(): never {
    throw new Error('not used');
  }
  request(message: WireMessage): Promise<WireResponse> {
    this.sent.push(message);
    return this.reply(message);
  }
  post(message: WireMessage): void {
    this.sent.push(message);
  }
  close(): void {
    this.state = 'closed';
  }
  /** Op, rtcId, cctx and endReason of sent messages. */
  get log(): string[] {
    return this.sent.map(({ op, rtcId, cctx, endReason }) =>
      [op, rtcId, cctx, endReason].filter((part) => part !== undefined).join(' '),
    );
  }
}

/** A link on fakes, with a log of its messages. */
export function linkFixture(kind: 'publish' | 'subscribe', canTrickle = false) {
  const clock = new FakeClock();
  const peers = new FakePeers();
  const port = new FakeLinkSignalling();
  const log: string[] = [];
  const failures: LecternError[] = [];
  const lingering = new Set<() => void>();
  const link = new Link(
    {
      lingering,
      clock,
      signalling: port,
      ids: new LinkIds(),
      createPeerConnection: () => peers.create(),
      canTrickle: () => canTrickle,
    },
    {
      kind,
      prepare: (pc) => {
        pc.addTransceiver('audio', { direction: 'recvonly' });
        pc.addTransceiver('video', { direction: 'recvonly' });
      },
      request: () => (kind === 'publish' ? { pubS: { type: 0 } } : { subSId: 'ST9' }),
    },
    {
      state: (state) => log.push(state),
      accepted: ({ streamId }) => log.push(`accepted ${String(streamId)}`),
      media: (tracks) => log.push(`media ${tracks.map((track) => track.kind).join('+')}`),
      weak: () => log.push('weak notice'),
      failed: (error) => failures.push(error),
    },
  );
  const outcome = deferred<unknown>();
  return {
    clock,
    peers,
    port,
    log,
    failures,
    link,
    lingering,
    /** Opens the link; `opened` settles with the result. */
    open: () => {
      link.open().then(() => outcome.resolve('opened'), outcome.resolve);
      return settle();
    },
    opened: outcome as Deferred<unknown>,
    answer: async (members: Partial<WireMessage> = {}) => {
      const offer = port.sent.filter(({ op }) => op === Op.Init).at(-1);
      const sdp = JSON.stringify({ type: 'ANSWER', sdp: 'v=0' });
      const message = { op: Op.Answer, rtcId: offer?.rtcId ?? '', sdp, ...members };
      await link.receive({ ...message, ...(offer?.cctx !== undefined && { cctx: offer.cctx }), ...members });
      await settle();
    },
  };
}

/** The same when it is linked; the log starts empty. */
export async function linkedFixture(kind: 'publish' | 'subscribe') {
  const fixture = linkFixture(kind);
  await fixture.open();
  await fixture.answer();
  fixture.peers.latest.setIce('connected');
  fixture.port.sent.length = 0;
  fixture.log.length = 0;
  return fixture;
}
