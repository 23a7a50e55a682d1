import type { Conference } from '@lectern/rtc';
import { startRecording, type Recording } from '@lectern/rtc/admin';
import { useCallback, useEffect } from 'react';
import { useAction, type ActionState } from './action.js';
import { useConference } from './conference.js';
import { useSelected } from './selected.js';
import { createStore, perObject, type SharedStore } from './shared-store.js';

/** Recording of one stream on the server. */
export interface StreamRecordingState extends ActionState {
  /** True if this client records it. Recordings that others started are not known here. */
  readonly isRecording: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type Recordings = ReadonlyMap<string, Recording>;

const recordingsOf = /* @__PURE__ */ perObject<Conference, SharedStore<Recordings>>(() => createStore(new Map()));

const withRecording = (all: Recordings, streamId: string, recording?: Recording): Recordings => {
  const next = new Map(all);
  next.delete(streamId);
  return recording ? next.set(streamId, recording) : next;
};

/**
 * Records a stream on the server, own or subscribed. All components that name the same stream share one recording; it
 * ends with the stream. The files are listed by `listRecordings` of `@lectern/rtc/admin`.
 *
 * @example
 * const recording = useRecording(stream.id);
 * // <button onClick={() => (recording.isRecording ? recording.stop() : recording.start())}>Record</button>
 */
export function useRecording(streamId: string | undefined): StreamRecordingState {
  const conference = useConference();
  const store = conference && recordingsOf(conference);
  const isRecording = useSelected(store, (all) => streamId !== undefined && all.has(streamId)) ?? false;

  useEffect(() => {
    if (!conference || !store) return undefined;
    return conference.on('streamRemoved', ({ id }) => {
      if (store.getSnapshot().has(id)) store.set(withRecording(store.getSnapshot(), id));
    });
  }, [conference, store]);

  const { isPending, error, run } = useAction(async (isWanted: boolean) => {
    if (!conference || !store || streamId === undefined) return;
    const current = store.getSnapshot().get(streamId);
    if (isWanted && !current) {
      const recording = await startRecording(conference, streamId);
      store.set(withRecording(store.getSnapshot(), streamId, recording));
    } else if (!isWanted && current) {
      await current.stop();
      store.set(withRecording(store.getSnapshot(), streamId));
    }
  });
  const start = useCallback(() => run(true), [run]);
  const stop = useCallback(() => run(false), [run]);
  return { isRecording, isPending, error, start, stop };
}
