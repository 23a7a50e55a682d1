/** `type` of a record of the quality upload (spec §3, wire-conference 6). */
export const QualityRecordType = { Init: 0, Sample: 1, Event: 2 } as const;
export type QualityRecordType = (typeof QualityRecordType)[keyof typeof QualityRecordType];

/** `event` of a record of type 2 (wire-conference 6). */
export const QualityEvent = {
  Enter: 0,
  Exit: 1,
  /** The network of a stream is weak or disconnected. */
  Network: 4,
  MicrophoneOn: 5,
  MicrophoneOff: 7,
  CameraOn: 6,
  CameraOff: 8,
  MemberEntered: 10,
  MemberExited: 11,
  StreamPublished: 12,
  StreamUnpublished: 13,
  Published: 14,
  Subscribed: 16,
  IceState: 20,
  RoleChanged: 21,
} as const;
export type QualityEvent = (typeof QualityEvent)[keyof typeof QualityEvent];
