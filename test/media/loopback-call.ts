import { MediaRelay } from '../impairment/media-relay.js';
import { stripCandidates } from '../impairment/candidates.js';
import { SyntheticMedia } from './synthetic-media.js';
import { ToneCounter } from './tone.js';
import { readAudioTrack, readVideoTrack } from './track-readers.js';
import { VideoLog } from './video-log.js';
import { loadWrtc } from './wrtc.js';

/**
 * The process of `synthetic-media.test.ts`: a call between two bare peers through a relay with loss. Prints a report of
 * the received media as JSON.
 */
const SENDER = 9;
const READABLE_FRAMES = 30;
const TONE_WINDOWS = 30;
const POLL_MS = 50;

const wrtc = loadWrtc();
const relay = new MediaRelay({ seed: 3, up: { loss: 0.02, delayMs: 10, jitterMs: 5 } });
const [caller, callee] = [new wrtc.RTCPeerConnection(), new wrtc.RTCPeerConnection()];
const media = new SyntheticMedia(wrtc, { sender: SENDER });
const [video, tones] = [new VideoLog(), new ToneCounter()];

callee.ontrack = ({ track }) => {
  if (track.kind === 'video') readVideoTrack(wrtc, track, video);
  else readAudioTrack(wrtc, track, tones);
};

const gathered = async (peer: RTCPeerConnection): Promise<string> => {
  while (peer.iceGatheringState !== 'complete') await new Promise((resolve) => void setTimeout(resolve, POLL_MS));
  return peer.localDescription?.sdp ?? '';
};

const stream = media.open({ audio: true, video: true });
for (const track of stream.getTracks()) caller.addTrack(track, stream);
await caller.setLocalDescription(await caller.createOffer());
await callee.setRemoteDescription({ type: 'offer', sdp: stripCandidates(await gathered(caller)) });
await callee.setLocalDescription(await callee.createAnswer());
await caller.setRemoteDescription({ type: 'answer', sdp: await relay.rewriteSdp(await gathered(callee)) });

const timer = setInterval(() => {
  if (video.report().readable < READABLE_FRAMES || (tones.counts.get(SENDER) ?? 0) < TONE_WINDOWS) return;
  clearInterval(timer);
  const result = { video: video.report(), audio: tones.report(), lost: relay.counts.up.lost.random };
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}, POLL_MS);
