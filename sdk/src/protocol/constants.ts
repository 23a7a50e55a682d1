/** Conference types (spec §3). */
export const ConferenceType = { Communication: 10, CommunicationMix: 11, Live: 12, P2p: 13, Intercomm: 14 } as const;
export type ConferenceType = (typeof ConferenceType)[keyof typeof ConferenceType];

/** Role of a member (spec §3, §6); a higher number has more rights. */
export const Role = { Admin: 7, Talker: 3, Audience: 1 } as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Stream types (spec §3): camera or microphone, desktop share, audio mixer. */
export const StreamType = { Video: 0, Desktop: 1, AudioMixer: 2 } as const;
export type StreamType = (typeof StreamType)[keyof typeof StreamType];

/** Id of the stream that carries the mixed audio (spec §3). */
export const MIXED_AUDIO_STREAM_ID = '0';

// Also a single constant: bundlers inline these, and keep whole objects.
export const TERMINATE_REBUILD = -10;
export const TERMINATE_SWITCH_CODEC = 21;
export const TERMINATE_CODEC_UNSUPPORTED = 22;
export const TERMINATE_TOO_MANY_VIDEO = 23;
export const TERMINATE_TOO_MANY_DESKTOP = 24;

/** `endReason` of a {@link Op.Terminate} message on the conference socket (spec §4, wire-conference 2.5). */
export const TerminateReason = {
  /** The peer connection has ended, the stream is kept: the same stream id is published or subscribed again. */
  Rebuild: TERMINATE_REBUILD,
  P2pRepublish: -20,
  OtherDevice: 10,
  SwitchVideoCodec: TERMINATE_SWITCH_CODEC,
  VideoCodecUnsupported: TERMINATE_CODEC_UNSUPPORTED,
  TooManyVideoPublishers: TERMINATE_TOO_MANY_VIDEO,
  TooManyDesktopPublishers: TERMINATE_TOO_MANY_DESKTOP,
} as const;
export type TerminateReason = (typeof TerminateReason)[keyof typeof TerminateReason];

/** Reason of a conference's end for the local member (spec §8, wire-conference 9.3). */
export const ExitReason = {
  /** The user left, or the conference was closed. @remedy Nothing. */
  HangUp: 0,
  /** The other side did not answer in time. @remedy Offer to call again. */
  NoResponse: 1,
  /**
   * The server refused the entry, or the other side the call.
   * @remedy Read the error of the join and look up its code.
   */
  Refused: 2,
  /** The other side is in another call. @remedy Offer to call again later. */
  Busy: 3,
  /**
   * The connection could not be made or restored, or ticket or password are not accepted.
   * @remedy Check the network and join again with a new ticket.
   */
  Failed: 4,
  /** The other side does not support it. @remedy Use another kind of call or conference. */
  Unsupported: 5,
  /**
   * Another device of the user took over: it answered the call or entered the conference.
   * @remedy Nothing: go on at the other device.
   */
  OtherDevice: 10,
  /** The conference is over, or an admin removed the member. @remedy Show the end; join another conference. */
  Closed: 11,
} as const;
export type ExitReason = (typeof ExitReason)[keyof typeof ExitReason];

/** Video codecs by rtpmap name, best first (spec §9). */
export const VIDEO_CODECS: readonly string[] = ['VP8', 'H264'];

/** Names of {@link Capability}. */
export const CAPABILITY_FAST = 'fast';
export const CAPABILITY_REBUILD = 'rebuild';
export const CAPABILITY_TRANSPORTS = 'transports';
export const CAPABILITY_SPEAKERS = 'speakers';
export const CAPABILITY_LAYERS = 'layers';
export const CAPABILITY_MESSAGES = 'messages';

/**
 * Capabilities that a client lists in `res.caps` of op 200 and a server grants in `caps` of its answer. Without a grant
 * both sides use the plain protocol.
 */
export const Capability = {
  /** No fixed waits on the join path: the queue is flushed at once after enter, no permission probe. */
  Fast: CAPABILITY_FAST,
  /** The server may push op 107 with endReason −10: the peer connection has ended, keep the stream and rebuild. */
  Rebuild: CAPABILITY_REBUILD,
  /** One peer connection sends all own streams, one receives all others': ops 110 and 111. */
  Transports: CAPABILITY_TRANSPORTS,
  /** The server announces who talks, in every type of conference: op 112. */
  Speakers: CAPABILITY_SPEAKERS,
  /** Cameras are published in several sizes; subscribers tell which one they need: op 113. */
  Layers: CAPABILITY_LAYERS,
  /** Messages to all members, with topics, and such that are delivered once although a socket was lost: op 1003. */
  Messages: CAPABILITY_MESSAGES,
} as const;
export type Capability = (typeof Capability)[keyof typeof Capability];
