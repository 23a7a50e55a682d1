import type { Role } from '@lectern/rtc/protocol';
import type { LiveState } from '../live/states.js';
import type { RecordingRecord } from '../store/index.js';

/** Events for an operator's program. Fields are only ever added (`docs/webhooks.md`). */
export type WebhookEvent =
  /** The first member has entered. */
  | { readonly type: 'conference.started' }
  | { readonly type: 'conference.ended' }
  | {
      readonly type: 'member.joined';
      readonly data: {
        readonly memId: string;
        readonly memName: string;
        readonly nickName: string;
        readonly role: Role;
      };
    }
  | {
      readonly type: 'member.left';
      readonly data: {
        readonly memId: string;
        readonly memName: string;
        /** As in op 301: 0 left, 2 removed, 4 lost. */
        readonly reason: number;
        /** `memName` of the admin who removed it in the conference; absent for all other reasons. */
        readonly removedBy?: string;
      };
    }
  | {
      /** The role of a present member changed. */
      readonly type: 'member.role';
      readonly data: {
        readonly memId: string;
        readonly memName: string;
        readonly role: Role;
        readonly formerRole: Role;
      };
    }
  | {
      /** A recording is complete and can be downloaded. */
      readonly type: 'recording.ready';
      readonly data: {
        readonly recordingId: string;
        readonly kind: 'stream' | 'merged';
        readonly streamId: string | null;
        readonly memName: string | null;
        readonly audio: boolean;
        readonly video: boolean;
        readonly bytes: number;
        readonly durationMs: number;
      };
    }
  | {
      /** A live output started, was interrupted, failed or ended. */
      readonly type: 'live.state';
      readonly data: {
        readonly liveId: string;
        readonly state: LiveState;
        /** Reason for which it is not live. */
        readonly reason: string | null;
      };
    };

/** The conference of an event. */
export interface EventConference {
  readonly id: string;
  readonly appKey: string;
  readonly roomName: string | null;
  /** Null once only its recordings are known. */
  readonly type: number | null;
}

/** A stored event. */
export interface OutgoingEvent {
  /** Constant over all deliveries. */
  readonly id: string;
  readonly appKey: string;
  readonly conferenceId: string;
  /** Request body, exactly as sent. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** True if it is delivered as a webhook, too. */
  readonly isQueued: boolean;
}

/** Content of a new event. */
export interface NewEvent {
  readonly conference: EventConference;
  readonly event: WebhookEvent;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly isQueued: boolean;
}

/** Converts an event of a conference to the form in which it is stored and sent. */
export function toOutgoing({ conference, event, id, at, isQueued }: NewEvent): OutgoingEvent {
  const { appKey, roomName, type } = conference;
  const body = JSON.stringify({
    id,
    type: event.type,
    createdAt: at,
    conference: { id: conference.id, appKey, roomName, type },
    data: 'data' in event ? event.data : {},
  });
  return { id, appKey, conferenceId: conference.id, body, createdAt: at, isQueued };
}

export const recordingReady = (record: RecordingRecord): WebhookEvent => ({
  type: 'recording.ready',
  data: {
    recordingId: record.id,
    kind: record.kind,
    streamId: record.streamId,
    memName: record.memName,
    audio: record.hasAudio,
    video: record.hasVideo,
    bytes: record.bytes,
    durationMs: record.durationMs,
  },
});
