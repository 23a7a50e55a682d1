import type { Role } from '@lectern/rtc/protocol';

/** What an operator's program is told of. Fields are only ever added (`docs/webhooks.md`). */
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
        readonly contentType: string;
        readonly bytes: number;
        readonly durationMs: number;
      };
    }
  | {
      /** A live output began, failed or ended. */
      readonly type: 'live.state';
      readonly data: { readonly liveId: string; readonly state: string; readonly message?: string };
    };

/** The conference an event is of. */
export interface EventConference {
  readonly id: string;
  readonly appKey: string;
  readonly roomName: string | null;
  readonly type: number;
}

/** An event as it waits for its delivery. */
export interface OutgoingEvent {
  /** The same however often it is sent. */
  readonly id: string;
  readonly conferenceId: string;
  /** What is sent, to the letter. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Puts an event of a conference into the form in which it is stored and sent. */
export function toOutgoing(conference: EventConference, event: WebhookEvent, id: string, at: number): OutgoingEvent {
  const { appKey, roomName, type } = conference;
  const body = JSON.stringify({
    id,
    type: event.type,
    createdAt: at,
    conference: { id: conference.id, appKey, roomName, type },
    data: 'data' in event ? event.data : {},
  });
  return { id, conferenceId: conference.id, body, createdAt: at };
}
