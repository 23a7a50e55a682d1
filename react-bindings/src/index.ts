/** React hooks and components for `@lectern/rtc`: each renders only for the state that it reads. */
export { useAction, type ActionState } from './action.js';
export { useAudioLevel } from './audio-level.js';
export { AudioRenderer, useAudioPlayback, type AudioPlayback } from './audio-renderer.js';
export type { ControlBoard } from './control-boards.js';
export type { ControlRequest } from './control-requests.js';
export { useAutoSubscribe, type AutoSubscribeOptions } from './auto-subscribe.js';
export { useCall, useCurrentCall, useIncomingCall } from './calls.js';
export { useConversations, useMessages, type Messages } from './chat.js';
export type { ConferenceClient, DeviceInfo, DevicesSnapshot, DevicesSource } from './client.js';
export {
  useAttributes,
  useConference,
  useConferenceEvent,
  useConferenceState,
  useConnectionState,
  useDevices,
  usePlaybackBlocked,
  useSilencing,
  type ConnectionState,
  type Silencing,
} from './conference.js';
export { useDeviceSelection, type DeviceSelection } from './devices.js';
export { useElementBinding, useElementEvent, type BoundElement } from './element.js';
export type { ChoiceStorage, JoinChoices } from './join-choices.js';
export { useJoinRoom, type JoinRoom } from './join-room.js';
export { readTile, useLayout, type Layout, type LayoutOptions, type TileId } from './layout.js';
export { useLocalMember, useMember, useMemberIds, useMembers } from './members.js';
export { useP2pCall, type P2pCallState } from './p2p.js';
export { usePreCallCheck } from './pre-call-check.js';
export { usePreJoin, type PreJoin, type PreJoinOptions, type PreviewTrack } from './pre-join.js';
export { LecternProvider, useClient, type LecternProviderProps } from './provider.js';
export { useNetworkQuality, useStats } from './quality.js';
export { useRecorder, type PageRecorder } from './recorder.js';
export { useRecording, type StreamRecordingState } from './recording.js';
export {
  RemoteControl,
  useRemoteControl,
  type RemoteControlOptions,
  type RemoteControlSnapshot,
} from './remote-control.js';
export { RemoteControlSurface, type RemoteControlSurfaceProps } from './remote-control-surface.js';
export { useRoles, type RoleActions, type Roles } from './roles.js';
export { useRoomChat, type RoomChat, type RoomMessage } from './room-chat.js';
export type { JoinRoomState } from './room-session.js';
export { useScreenShare, type ScreenShare } from './screen-share.js';
export { useSelected, type Equality } from './selected.js';
export { useActiveSpeaker, useIsSpeaking } from './speaker.js';
export {
  useLocalStream,
  useMemberStream,
  useStream,
  useStreamIds,
  useStreams,
  useSubscribedStreams,
} from './streams.js';
export { useTrackToggle, type TrackToggle } from './track-toggle.js';
export { VideoView, type VideoViewProps } from './video-view.js';
