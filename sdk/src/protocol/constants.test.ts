import { expect, it } from 'vitest';
import * as protocol from './index.js';

/** Deployed peers rely on these numbers: a change here breaks them. */
it('the public constants are those of the specification', () => {
  const { ConferenceType, Role, StreamType, TerminateReason, ExitReason, Capability } = protocol;
  expect({ ConferenceType, Role, StreamType, TerminateReason, ExitReason, Capability }).toEqual({
    ConferenceType: { Communication: 10, CommunicationMix: 11, Live: 12, P2p: 13, Intercomm: 14 },
    Role: { Admin: 7, Talker: 3, Audience: 1 },
    StreamType: { Video: 0, Desktop: 1, AudioMixer: 2 },
    TerminateReason: {
      Rebuild: -10,
      P2pRepublish: -20,
      OtherDevice: 10,
      SwitchVideoCodec: 21,
      VideoCodecUnsupported: 22,
      TooManyVideoPublishers: 23,
      TooManyDesktopPublishers: 24,
    },
    ExitReason: {
      HangUp: 0,
      NoResponse: 1,
      Refused: 2,
      Busy: 3,
      Failed: 4,
      Unsupported: 5,
      OtherDevice: 10,
      Closed: 11,
    },
    Capability: {
      Fast: 'fast',
      Rebuild: 'rebuild',
      Transports: 'transports',
      Speakers: 'speakers',
      Layers: 'layers',
      Messages: 'messages',
    },
  });
  expect(protocol.ResultCode).toEqual({
    Ok: 0,
    ClientFailure: -9527,
    ReconnectFailed: -95270,
    RequestTimeout: -408,
    RemoteControlRejected: -402,
    RemoteControlBusy: -403,
    RemoteControlNotAllowed: -405,
    NotAccepted: -507,
    OtherDevice: -554,
    TalkersFull: -523,
  });
  expect(protocol.ErrorType).toMatchObject({ ServerRefuse: 'server_refuse', HttpError: 'http_error' });
  expect([protocol.JOIN_FAIL_CODE, protocol.OPEN_USER_MEDIA_FAIL_CODE, protocol.STREAM_FAIL_CODE]).toEqual([
    -200, -201, -203,
  ]);
});

it('the operations have the numbers of the wire', () => {
  expect(Object.values(protocol.Op)).toEqual([
    0, 1, 2, 3, 100, 101, 102, 103, 104, 105, 106, 107, 110, 111, 112, 113, 200, 201, 202, 203, 204, 205, 206, 300, 301,
    302, 303, 304, 400, 401, 402, 412, 413, 452, 500, 1000, 1001, 1002, 1003, 1004,
  ]);
  expect(Object.values(protocol.ControlOp)).toEqual([20, 21, 22, 23, 24, 30, 31]);
  expect(Object.values(protocol.AcceptedOp)).toEqual([
    100201, 100202, 100203, 100204, 100205, 100206, 100221, 100222, 100223, 100224, 100230, 100231, 100232, 1003, 1004,
  ]);
});

it('the delays are those of the specification, to the millisecond', () => {
  const delays = Object.fromEntries(Object.entries(protocol).filter(([name]) => /_MS$|_ATTEMPTS$|_LIMIT$/.test(name)));
  expect(delays).toEqual({
    REPUBLISH_DELAY_MS: 100,
    QUEUE_FLUSH_DELAY_MS: 100,
    CLOSE_DELAY_MS: 500,
    EXIT_DELAY_MS: 100,
    PERMISSION_PROBE_MS: 300,
    CODEC_SWITCH_REBUILD_DELAY_MS: 300,
    REBUILD_AFTER_ENTER_DELAY_MS: 50,
    REBUILD_STAGGER_MS: 100,
    WEAK_NETWORK_DELAY_MS: 1_000,
    CANDIDATE_HANDLING_DELAY_MS: 50,
    RECONNECT_ATTEMPTS: 13,
    RECONNECT_DELAY_MS: 3_000,
    ENTER_TIMEOUT_MS: 20_000,
    REQUEST_TIMEOUT_MS: 15_000,
    CONNECTION_CHECK_INTERVAL_MS: 1_000,
    SYNC_INTERVAL_MS: 30_000,
    ICE_REBUILD_LIMIT: 3,
    ICE_REBUILD_DELAY_MS: 500,
    REST_TIMEOUT_MS: 15_000,
    HOST_CHECK_TIMEOUT_MS: 5_000,
    CONNECT_TIMEOUT_MS: 10_000,
    SILENCE_LIMIT_MS: 10_000,
    FIRST_RECONNECT_WITHIN_MS: 500,
    CONTROL_TIMEOUT_MS: 30_000,
    ROLE_REQUEST_TIMEOUT_MS: 60_000,
    MUTE_ANSWER_WITHIN_MS: 3_000,
  });
});
