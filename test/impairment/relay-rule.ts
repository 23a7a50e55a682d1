import { Op } from '@lectern/rtc/protocol';
import { stripCandidates } from './candidates.js';
import { withMessage, type Frame, type FrameRule } from './frames.js';
import type { MediaRelay } from './media-relay.js';

type Message = Readonly<Record<string, unknown>>;

/** Applies a change to the SDP inside a message, which is a JSON text or an object (wire chapter 1.2). */
const changeSdp = async (message: Message, change: (sdp: string) => string | Promise<string>): Promise<Message> => {
  const wire = message['sdp'];
  if (wire === undefined) return message;
  const description = (typeof wire === 'string' ? JSON.parse(wire) : wire) as { readonly sdp?: string };
  if (description.sdp === undefined) return message;
  const changed = { ...description, sdp: await change(description.sdp) };
  return { ...message, sdp: typeof wire === 'string' ? JSON.stringify(changed) : changed };
};

const changeCandidates = async (message: Message, change: (candidate: string) => Promise<string>): Promise<Message> => {
  const wire = message['cands'];
  if (!Array.isArray(wire)) return message;
  const cands = await Promise.all(
    wire.map(async (entry: unknown) => {
      const parsed = (typeof entry === 'string' ? JSON.parse(entry) : entry) as { readonly candidate: string };
      const changed = { ...parsed, candidate: await change(parsed.candidate) };
      return typeof entry === 'string' ? JSON.stringify(changed) : changed;
    }),
  );
  return { ...message, cands };
};

/**
 * A rule for a signalling proxy that leads a client's media through a relay: the server's endpoints become the relay's,
 * and the client's own candidates are taken away, so that the server can reach it by the relay only.
 */
export const throughRelay =
  (relay: MediaRelay): FrameRule =>
  async (frame: Frame) => {
    const message = frame.message;
    if (message === undefined || (message['sdp'] === undefined && message['cands'] === undefined)) return frame;
    if (frame.direction === 'toServer') {
      const stripped = await changeSdp(message, stripCandidates);
      return withMessage(frame, message['op'] === Op.Candidates ? { ...stripped, cands: [] } : stripped);
    }
    const described = await changeSdp(message, (sdp) => relay.rewriteSdp(sdp));
    return withMessage(frame, await changeCandidates(described, (candidate) => relay.rewriteCandidate(candidate)));
  };
