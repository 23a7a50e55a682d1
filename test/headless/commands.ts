import type { AudioReport } from '../media/tone.js';
import type { VideoReport } from '../media/video-log.js';
import type { Administration, AdministrationState } from './administration.js';
import type { CallCommand, CallSideState } from './call-side.js';
import type { ControlCommand, ControlState } from './control-side.js';
import type { DrawingCommand, DrawingState } from './drawing-side.js';
import type { QualityState } from './quality-side.js';

/** Kinds of media, chosen apart. */
export interface Kinds {
  readonly audio: boolean;
  readonly video: boolean;
}

/** Kinds to publish, and their highest bit rates in kbit/s. */
export interface PublishArguments extends Kinds {
  readonly videoBitrate?: number;
  readonly audioBitrate?: number;
}

/** Format of a participant's synthetic video. */
export interface CameraOptions {
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
}

/** Server and connections of a participant's client. */
export interface ClientArguments {
  /** Origin of the server, or of a proxy before it. */
  readonly serverUrl: string;
  readonly appKey: string;
  /** All streams in two connections (capability `transports`); each has one of its own unless given. */
  readonly isShared?: boolean;
  /** Discovery hosts that lead to the server; `serverUrl` serves accounts alone then. */
  readonly hosts?: readonly string[];
  /** Address of a relay configuration. */
  readonly relayConfiguration?: string;
}

export interface JoinArguments extends ClientArguments {
  readonly room: string;
  /** By default that of all participants. */
  readonly password?: string;
  /** Permission of the application's backend to enter the room. */
  readonly grant?: string;
  /** 7 admin, 3 talker, 1 audience. */
  readonly role: 1 | 3 | 7;
  /** Configuration of a conference that does not exist yet, e.g. `{ confrType: 12 }`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** A member as another participant has it. */
export interface MemberState {
  readonly id: string;
  readonly name: string;
  readonly role: number;
}

/** A stream as a participant has it. */
export interface StreamState {
  readonly id: string;
  readonly memberName: string;
  readonly isLocal: boolean;
  readonly audioMuted: boolean;
  readonly videoMuted: boolean;
  readonly version: number;
  readonly link: string;
  readonly type: number;
  readonly videoBitrate: number | undefined;
  readonly audioBitrate: number | undefined;
  readonly screenOptions: readonly string[] | undefined;
}

/** A side's view of the bidirectional stream of a P2P call. */
export interface P2pSideState {
  readonly link: string;
  readonly isOutgoing: boolean;
  readonly remoteVideoMuted: boolean;
}

export interface ParticipantState {
  readonly conference: string;
  /** Conference type on the wire. */
  readonly type: number;
  readonly signalling: string;
  readonly role: number;
  readonly members: readonly MemberState[];
  readonly streams: readonly StreamState[];
}

/** Media that a participant received of one stream that it subscribed to. */
export interface Perception {
  readonly streamId: string;
  /** User name of the publisher, without organisation and app. */
  readonly from: string;
  readonly video: VideoReport | undefined;
  readonly audio: AudioReport | undefined;
}

/** An event of the conference. */
export interface LoggedEvent {
  readonly name: string;
  readonly detail: unknown;
}

/** Objects that must not exist any more when a participant has left. */
export interface LiveObjects {
  readonly peerConnections: number;
  readonly sockets: number;
  readonly liveTracks: number;
  readonly clockTimers: number;
}

/** Video frames as the codecs count them, over all open connections. */
export interface FrameCounts {
  readonly sent: number;
  /** Those sent again after a loss among them; `framesReceived` of this libwebrtc leaves them out. */
  readonly decoded: number;
}

/** Commands to a participant's process, with their arguments and results. */
export interface Commands {
  join: { readonly args: JoinArguments; readonly result: { readonly memberId: string } };
  publish: { readonly args: PublishArguments; readonly result: { readonly streamId: string } };
  /** Shares a synthetic desktop. */
  shareDesktop: {
    readonly args: { readonly sources: readonly ('screen' | 'window' | 'tab')[] };
    readonly result: { readonly streamId: string };
  };
  unpublish: { readonly args: undefined; readonly result: undefined };
  muteAudio: { readonly args: undefined; readonly result: undefined };
  unmuteAudio: { readonly args: undefined; readonly result: undefined };
  muteVideo: { readonly args: undefined; readonly result: undefined };
  unmuteVideo: { readonly args: undefined; readonly result: undefined };
  /** Changes the wanted kinds of media of a subscribed stream. */
  setWanted: { readonly args: Kinds & { readonly streamId: string }; readonly result: undefined };
  unsubscribe: { readonly args: { readonly streamId: string }; readonly result: undefined };
  leave: { readonly args: { readonly close: boolean }; readonly result: undefined };
  state: { readonly args: undefined; readonly result: ParticipantState };
  perceive: { readonly args: undefined; readonly result: readonly Perception[] };
  /** Audio in the mix of a mixed conference, over all its connections; undefined while there is none. */
  hearMix: { readonly args: undefined; readonly result: AudioReport | undefined };
  /** Levels of the members who are speaking according to the mix, by user name. */
  levels: { readonly args: undefined; readonly result: Readonly<Record<string, number>> };
  events: { readonly args: undefined; readonly result: readonly LoggedEvent[] };
  /** As `events`, and forgets them. */
  takeEvents: { readonly args: undefined; readonly result: readonly LoggedEvent[] };
  liveObjects: { readonly args: undefined; readonly result: LiveObjects };
  frameCounts: { readonly args: undefined; readonly result: FrameCounts };
  /** After garbage collection, in bytes. */
  memory: { readonly args: undefined; readonly result: { readonly heapUsed: number } };
  /** Makes a P2P conference with a callee, or enters one. */
  p2pEnter: {
    readonly args: Pick<JoinArguments, 'serverUrl' | 'appKey'> & {
      readonly callee?: string;
      readonly conferenceId?: string;
    };
    readonly result: { readonly conferenceId: string };
  };
  p2pCall: { readonly args: undefined; readonly result: undefined };
  p2pAccept: { readonly args: undefined; readonly result: undefined };
  p2pSetMuted: {
    readonly args: { readonly kind: 'audio' | 'video'; readonly isMuted: boolean };
    readonly result: undefined;
  };
  p2pHangUp: { readonly args: undefined; readonly result: undefined };
  p2pState: { readonly args: undefined; readonly result: P2pSideState | undefined };
  /** Calls over instant messaging. */
  call: { readonly args: CallCommand; readonly result: undefined };
  callState: { readonly args: undefined; readonly result: CallSideState };
  /** Starts to watch the network quality, and optionally to upload it. */
  watchQuality: { readonly args: { readonly isUploaded: boolean }; readonly result: undefined };
  quality: { readonly args: undefined; readonly result: QualityState };
  /** Remote control, both sides of it. */
  control: { readonly args: ControlCommand; readonly result: unknown };
  controlState: { readonly args: undefined; readonly result: ControlState };
  /** Drawing together with who controls or is controlled. */
  drawing: { readonly args: DrawingCommand; readonly result: unknown };
  drawingState: { readonly args: undefined; readonly result: DrawingState };
  administer: { readonly args: Administration; readonly result: unknown };
  administration: { readonly args: undefined; readonly result: AdministrationState };
  /** Uploads the log of its conferences. */
  uploadLog: { readonly args: { readonly url: string; readonly name: string }; readonly result: undefined };
  /** Sets the network state that a browser would report; connections stay open. */
  setOnline: { readonly args: { readonly online: boolean }; readonly result: undefined };
  /** Ends the process gracefully; there is no result. */
  exit: { readonly args: undefined; readonly result: undefined };
}

export type CommandName = keyof Commands;

export interface CommandMessage {
  readonly id: number;
  readonly name: CommandName;
  readonly args: unknown;
}

/** An error of the SDK on its way between processes. */
export interface Refusal {
  readonly message: string;
  readonly code: unknown;
  readonly specMessage: unknown;
}

export type ReplyMessage =
  { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: Refusal };
