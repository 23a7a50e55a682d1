import {
  MediaStreamTrack,
  type RTCDtlsTransport,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
} from 'werift';
import type { MediaEngine, MediaKinds, PublishAnswer, PublishRequest, SubscribeAnswer } from '../../engine.js';

/** Peers for tests: werift's own peer connections, which send packets rather than encoded video. */

const CONFIG = { iceServers: [], iceAdditionalHostAddresses: ['127.0.0.1'], iceUseIpv6: false };

const VIDEO_FEEDBACK = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }];

export function h264(): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    rtcpFeedback: VIDEO_FEEDBACK,
    parameters: 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
  });
}

export function vp8(): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, rtcpFeedback: VIDEO_FEEDBACK });
}

export function opus(): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 });
}

/** First packet of a VP8 frame: descriptor, frame header, then the text. */
export function vp8Payload(isKeyframe: boolean, text: string): Buffer {
  return Buffer.concat([Buffer.from([0x10, isKeyframe ? 0x00 : 0x01]), Buffer.from(text)]);
}

export function textOf(packet: RtpPacket): string {
  return packet.payload.subarray(2).toString();
}

/** The one transport of a bundling peer. */
function transportOf(pc: RTCPeerConnection): RTCDtlsTransport {
  const [transport] = pc.dtlsTransports;
  if (transport === undefined) throw new Error('the peer has no transport yet');
  return transport;
}

function gathered(pc: RTCPeerConnection): string {
  const { localDescription } = pc;
  if (localDescription === null) throw new Error('no local description');
  return localDescription.sdp;
}

export class TestPublisher {
  readonly audio = new MediaStreamTrack({ kind: 'audio' });
  readonly video = new MediaStreamTrack({ kind: 'video' });
  /** Received packets: the mix of the others. */
  readonly heard: RtpPacket[] = [];
  keyframeRequests = 0;
  readonly #pc: RTCPeerConnection;
  #sequence = { audio: 100, video: 65_500 };
  #timestamp = { audio: 1_000, video: 2_000 };

  constructor(
    video: RTCRtpCodecParameters[] = [vp8()],
    kinds: MediaKinds = { audio: true, video: true },
    hears = false,
  ) {
    this.#pc = new RTCPeerConnection({ ...CONFIG, codecs: { audio: [opus()], video } });
    this.#pc.onTrack.subscribe((track) => {
      if (track.kind === 'audio') track.onReceiveRtp.subscribe((packet) => void this.heard.push(packet));
    });
    if (kinds.audio) this.#pc.addTransceiver(this.audio, { direction: 'sendrecv' });
    else if (hears) this.#pc.addTransceiver('audio', { direction: 'recvonly' });
    if (kinds.video) {
      const { sender } = this.#pc.addTransceiver(this.video, { direction: 'sendrecv' });
      sender.onPictureLossIndication.subscribe(() => this.keyframeRequests++);
    }
  }

  async offer(): Promise<string> {
    await this.#pc.setLocalDescription(await this.#pc.createOffer());
    return gathered(this.#pc);
  }

  async publish(
    engine: MediaEngine,
    ids: Pick<PublishRequest, 'roomId' | 'transportId' | 'sourceId' | 'mix'>,
    videoCodecs = ['VP8'],
  ): Promise<PublishAnswer> {
    const result = await engine.publish({ ...ids, offer: await this.offer(), videoCodecs });
    await this.accept(result.answer);
    return result;
  }

  async accept(sdp: string): Promise<void> {
    await this.#pc.setRemoteDescription({ type: 'answer', sdp });
  }

  get state(): string {
    return this.#pc.connectionState;
  }

  /** Its end of the encryption, for tests that write packets of their own. */
  get dtls(): RTCDtlsTransport {
    return transportOf(this.#pc);
  }

  send(kind: 'audio' | 'video', payload: Buffer): void {
    this.#sequence[kind] = (this.#sequence[kind] + 1) & 0xffff;
    this.#timestamp[kind] += kind === 'audio' ? 960 : 4_500;
    const header = new RtpHeader({
      sequenceNumber: this.#sequence[kind],
      timestamp: this.#timestamp[kind],
      payloadType: 96,
      marker: true,
    });
    this[kind].writeRtp(new RtpPacket(header, payload));
  }

  async close(): Promise<void> {
    await this.#pc.close();
  }
}

export class TestSubscriber {
  readonly audio: RtpPacket[] = [];
  readonly video: RtpPacket[] = [];
  readonly #pc: RTCPeerConnection;

  constructor(video: RTCRtpCodecParameters[] = [vp8()]) {
    this.#pc = new RTCPeerConnection({ ...CONFIG, codecs: { audio: [opus()], video } });
    this.#pc.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe((packet) => {
        // werift does not reuse packets, but recorded packets must not change during the test.
        this[track.kind === 'audio' ? 'audio' : 'video'].push(packet);
      });
    });
    this.#pc.addTransceiver('audio', { direction: 'recvonly' });
    this.#pc.addTransceiver('video', { direction: 'recvonly' });
  }

  async offer(): Promise<string> {
    await this.#pc.setLocalDescription(await this.#pc.createOffer());
    return gathered(this.#pc);
  }

  async subscribe(
    engine: MediaEngine,
    ids: { roomId: string; transportId: string; sourceId: string },
    wanted: MediaKinds = { audio: true, video: true },
  ): Promise<SubscribeAnswer> {
    const result = await engine.subscribe({ ...ids, offer: await this.offer(), wanted });
    await this.accept(result.answer);
    return result;
  }

  async accept(sdp: string): Promise<void> {
    await this.#pc.setRemoteDescription({ type: 'answer', sdp });
  }

  get state(): string {
    return this.#pc.connectionState;
  }

  /** Its end of the encryption, for tests that write packets of their own. */
  get dtls(): RTCDtlsTransport {
    return transportOf(this.#pc);
  }

  /** Requests a keyframe of the video track. */
  async requestKeyframe(): Promise<void> {
    const receiver = this.#pc.getReceivers().find((entry) => entry.kind === 'video');
    const ssrc = receiver?.track.ssrc ?? this.video[0]?.header.ssrc;
    if (ssrc !== undefined) await receiver?.sendRtcpPLI(ssrc);
  }

  async close(): Promise<void> {
    await this.#pc.close();
  }
}
